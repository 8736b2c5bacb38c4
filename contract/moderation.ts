import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { id, text } from './fields.ts';
import { limits } from './limits.ts';

/** Why something is reported, as a program reads it. */
export const reportReasons = ['scam', 'prohibited', 'stolen', 'offensive', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportTargets = ['ad', 'post', 'comment', 'account'] as const;
export type ReportTarget = (typeof reportTargets)[number];

export const report = endpoint(addresses.report, {
	summary: 'Report an ad, a post, a comment or an account; a second report of the same is the first one',
	body: z.strictObject({
		target: z.strictObject({ kind: z.enum(reportTargets), id }),
		reason: z.enum(reportReasons, 'Choose a reason'),
		note: text({ max: limits.reportNote.max }).optional(),
	}),
	answers: { 202: null },
});
