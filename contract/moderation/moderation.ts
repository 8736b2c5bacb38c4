import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { pictureSchema } from '../media/media.ts';
import * as moderationLimits from './limits.ts';

export const reportReasons = ['scam', 'prohibited', 'stolen', 'offensive', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportTargets = ['ad', 'post', 'comment', 'account', 'review', 'review_reply'] as const;
export type ReportTarget = (typeof reportTargets)[number];

export const report = defineEndpoint('report', {
	summary:
		'Report an ad, a post, a comment, an account, a review or the reply to a review; a repeated report returns the first one',
	body: z.strictObject({
		target: z.strictObject({ kind: z.enum(reportTargets), id: idSchema }),
		reason: z.enum(reportReasons, validationText.reasonMissing),
		note: createTextSchema({ max: moderationLimits.reportNote.max }).optional(),
	}),
	responses: { 202: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/**
 * Why a report does not count fully: the reporter's email address is not confirmed, or the account is new; the reporter has another open report
 * about the same seller, or shares a network or browser with somebody who has one; moderators dismissed earlier reports of the account.
 */
export const reportWeightReasons = ['unconfirmed', 'new', 'repeated', 'related', 'dismissed'] as const;
export type ReportWeightReason = (typeof reportWeightReasons)[number];

/** Reasons why automatic detection asks a moderator for a review. Only `removed_before` also hides an item until then, if enough is alike. */
export const signalReasons = [
	'duplicate_picture',
	'payment_first',
	'review_network',
	'review_burst',
	'look_alike',
	'removed_before',
] as const;
export type SignalReason = (typeof signalReasons)[number];

/** Kinds of moderation decisions. An account can be warned or suspended, but not hidden or deleted. */
export const decisionKinds = ['dismiss', 'hide', 'delete', 'warn', 'suspend'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** Subject of a decision. `title` is a copy, because the subject may be deleted. */
export const decisionTargetSchema = z.strictObject({ kind: z.enum(reportTargets), id: idSchema, title: z.string() });

export const decisionAppealSchema = z.strictObject({
	text: z.string(),
	at: timeSchema,
	/** Outcome of the appeal; null while the appeal is open. */
	outcome: z.enum(['upheld', 'lifted']).nullable(),
	answer: z.string().nullable(),
});

/** Moderation decision as the owner and the administrators see it. Reporters do not see the appeal. */
export const decisionSchema = z.strictObject({
	id: idSchema,
	kind: z.enum(decisionKinds),
	target: decisionTargetSchema,
	reason: z.string(),
	/** End of a suspension; null for an indefinite suspension and for other decisions. */
	until: timeSchema.nullable(),
	at: timeSchema,
	/** Time when an administrator reversed the decision; null while it is in force. */
	lifted_at: timeSchema.nullable(),
	appeal: decisionAppealSchema.nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** Open reports, signals and appeal about one ad, post, comment, account, review or reply to a review. */
export const reportCaseSchema = z.strictObject({
	id: idSchema,
	target: z.strictObject({
		kind: z.enum(reportTargets),
		id: idSchema,
		/** Title of an ad, name of an account, or first words of a post, comment, review or reply. */
		title: z.string(),
		text: z.string(),
		picture: pictureSchema.nullable(),
		/** Path of the reported subject's page; null if the page is not public. */
		path: z.string().nullable(),
		/** True if the reported subject is already hidden, suspended or deleted. */
		gone: z.boolean(),
	}),
	owner: personSchema.extend({
		/** Number of decisions in force about the owner's account and content. Dismissals do not count. */
		decisions: z.int().nonnegative(),
		created_at: timeSchema,
	}),
	/** The 50 reports that count most, the newest first of those that count alike. */
	reports: z.array(
		z.strictObject({
			reporter: personSchema.nullable(),
			reason: z.enum(reportReasons),
			note: z.string(),
			/** Per cent to which the report counts, and why not fully. Null for a report that counts fully. */
			weight: z.int().min(0).max(100),
			weight_reason: z.enum(reportWeightReasons).nullable(),
			at: timeSchema,
		}),
	),
	flags: z.array(
		z.strictObject({
			reason: z.enum(signalReasons),
			/** Words that automatic detection found, the seller of the similar picture, or the reviewed seller. */
			note: z.string(),
			/** Path of the ad with the similar picture; null for other signals. */
			path: z.string().nullable(),
			/** Decision that removed what the target resembles, and whom it was about. Null for other signals, and once that account is erased. */
			removed: z.strictObject({ decision: decisionSchema, owner: personSchema.nullable() }).nullable(),
			at: timeSchema,
		}),
	),
	/** True if the target is hidden until an administrator decides. A dismissal or warning publishes it. */
	held: z.boolean(),
	appeal: decisionSchema.nullable(),
	latest_at: timeSchema,
});
export type ReportCase = z.infer<typeof reportCaseSchema>;

export const listReports = defineEndpoint('listReports', {
	summary:
		'List open cases with their reports, signals and appeals: those whose reports count most first, then the oldest',
	query: z.strictObject({
		...paginationQueryShape,
		kind: z.enum(reportTargets).optional(),
		reason: z.enum([...reportReasons, ...signalReasons]).optional(),
		appeals: z.stringbool().optional(),
	}),
	/** `open` is the number of all open cases, regardless of the filter. */
	responses: { 200: createCursorPageSchema(reportCaseSchema).extend({ open: z.int().nonnegative() }) },
	errors: ['unauthenticated', 'forbidden'],
});

const reasonTextSchema = createTextSchema({
	max: limits.decisionReason.max,
	missing: validationText.decisionReasonMissing,
});
/** Duration of a suspension in days; null for an indefinite suspension. */
const daysSchema = z.int().min(1).max(365).nullable();

export const decideReports = defineEndpoint('decideReports', {
	summary: 'Decide a case; the owner and the reporters receive the reason',
	params: z.strictObject({ id: idParamSchema }),
	body: z.discriminatedUnion('decision', [
		z.strictObject({ decision: z.enum(['dismiss', 'hide', 'delete', 'warn']), reason: reasonTextSchema }),
		z.strictObject({ decision: z.literal('suspend'), reason: reasonTextSchema, days: daysSchema }),
	]),
	responses: { 200: decisionSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const suspendUser = defineEndpoint('suspendUser', {
	summary: 'Suspend an account for some days or permanently',
	params: z.strictObject({ id: idParamSchema }),
	body: z.strictObject({ reason: reasonTextSchema, days: daysSchema }),
	responses: { 200: decisionSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const liftDecision = defineEndpoint('liftDecision', {
	summary: 'Undo a decision: shows hidden content, ends a suspension, and accepts an open appeal',
	params: z.strictObject({ id: idParamSchema }),
	body: z.strictObject({ reason: reasonTextSchema }),
	responses: { 200: decisionSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const upholdDecision = defineEndpoint('upholdDecision', {
	summary: 'Reject an appeal: the decision stands',
	params: z.strictObject({ id: idParamSchema }),
	body: z.strictObject({ reason: reasonTextSchema }),
	responses: { 200: decisionSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const listMyDecisions = defineEndpoint('listMyDecisions', {
	summary: 'List decisions about your content (without dismissals) and about your reports, newest first',
	query: z.strictObject(paginationQueryShape),
	/** `mine` is true for a decision about the caller's own content. Only such a decision has a `key` and can have an `appeal`. */
	responses: { 200: createCursorPageSchema(decisionSchema.extend({ mine: z.boolean(), key: z.string().nullable() })) },
	errors: ['unauthenticated', 'forbidden'],
});

/** The unguessable key in the decision's mail authenticates the request, because a suspended user cannot log in. */
export const getDecision = defineEndpoint('getDecision', {
	summary: 'Get a decision by the secret key in its email',
	params: z.strictObject({ key: z.string().max(100) }),
	responses: { 200: decisionSchema },
	errors: ['not_found'],
});

export const appeal = defineEndpoint('appeal', {
	summary: 'Appeal a decision; possible once',
	params: z.strictObject({ key: z.string().max(100) }),
	body: z.strictObject({
		text: createTextSchema({ max: moderationLimits.appeal.max, missing: validationText.appealMissing }),
	}),
	responses: { 200: decisionSchema },
	errors: ['not_found', 'conflict'],
});

export const auditEntrySchema = z.strictObject({
	id: idSchema,
	/** User name of the administrator; null for a command of the operator. */
	user_name: z.string().nullable(),
	action: z.string(),
	target: z.strictObject({ kind: z.string(), id: z.int() }).nullable(),
	reason: z.string(),
	at: timeSchema,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const listAudit = defineEndpoint('listAudit', {
	summary: 'List administrator actions, newest first',
	query: z.strictObject({
		...paginationQueryShape,
		/** Prefix of an action's name, such as `enrollment`. */
		action: z.string().max(60).optional(),
		user_name: z.string().max(100).optional(),
	}),
	responses: { 200: createCursorPageSchema(auditEntrySchema) },
	errors: ['unauthenticated', 'forbidden'],
});
