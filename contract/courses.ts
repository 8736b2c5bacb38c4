import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text, time } from './fields.ts';
import { limits } from './limits.ts';
import { uploadedFile, video } from './media.ts';
import * as validationText from './text/validation.ts';

const courseParams = z.strictObject({ id: z.string().max(100) });
const moduleParams = z.strictObject({
	id: z.string().max(100),
	/** Module number, starting at 1. */
	module: z
		.string()
		.regex(/^[1-9]\d?$/, validationText.moduleUnknown)
		.transform(Number),
});

export const getContact = endpoint('getContact', {
	summary: 'How to reach whoever runs the market: digits for `wa.me`, null where none is configured',
	responses: { 200: z.strictObject({ whatsapp: z.string().nullable() }) },
	errors: [],
});

export const progress = z.strictObject({
	course_id: z.string(),
	/** Rounded down, so that 100 means every module is done. */
	percent: z.int().min(0).max(100),
	/** Numbers of completed modules, ascending, starting at 1. */
	done: z.array(z.int().positive()),
	/** First module not completed; null if all are. */
	next: z.int().positive().nullable(),
	/** Certificate code; null until every module is completed. */
	certificate: z.string().nullable(),
});
export type Progress = z.infer<typeof progress>;

export const getProgress = endpoint('getProgress', {
	summary: "An active learner's progress in a course",
	params: courseParams,
	responses: { 200: progress },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const setProgress = endpoint('setProgress', {
	summary: 'Tick a module as done, or take the tick back',
	params: courseParams,
	body: z.strictObject({ module: z.int().positive(), done: z.boolean() }),
	responses: { 200: progress },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const moduleSummary = z.strictObject({
	module: z.int().positive(),
	title: z.string(),
	has_text: z.boolean(),
	has_video: z.boolean(),
});
export type ModuleSummary = z.infer<typeof moduleSummary>;

export const listModules = endpoint('listModules', {
	summary: 'The modules of a course and what each holds; one without content is taught live',
	params: courseParams,
	responses: { 200: z.strictObject({ items: z.array(moduleSummary) }) },
	errors: ['not_found'],
});

/** Module content, for active learners and administrators. */
export const moduleContent = moduleSummary.extend({
	/** Markdown. */
	text: z.string(),
	/** Signed URLs that expire after `limits.signedUrlTtl`. */
	video: video.nullable(),
	/** Transcoding state; null without a video. */
	video_state: z.enum(['processing', 'ready', 'failed']).nullable(),
});
export type ModuleContent = z.infer<typeof moduleContent>;

export const getModule = endpoint('getModule', {
	summary: "A module's text and video",
	params: moduleParams,
	responses: { 200: moduleContent },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const updateModule = endpoint('updateModule', {
	summary: 'Change what a module holds; only the fields given change, and a null video removes it',
	params: moduleParams,
	body: z.strictObject({ text: text({ max: limits.moduleText.max }), video: uploadedFile.nullable() }).partial(),
	responses: { 200: moduleContent },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Public certificate; anyone with its code can read it. */
export const certificate = z.strictObject({
	code: z.string(),
	name: z.string(),
	course_id: z.string(),
	course_title: z.string(),
	completed_at: time,
});
export type Certificate = z.infer<typeof certificate>;

export const getCertificate = endpoint('getCertificate', {
	summary: 'A certificate by its code',
	params: z.strictObject({ code: z.string().max(60) }),
	responses: { 200: certificate },
	errors: ['not_found'],
});
