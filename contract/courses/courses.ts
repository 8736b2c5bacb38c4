import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, timeSchema } from '../core/fields.ts';
import { uploadedFileSchema, videoSchema } from '../media/media.ts';
import * as courseLimits from './limits.ts';

const courseParamsSchema = z.strictObject({ id: z.string().max(100) });
const moduleParamsSchema = z.strictObject({
	id: z.string().max(100),
	/** Number of a course module, starting at 1. */
	module: z
		.string()
		.regex(/^[1-9]\d?$/, validationText.moduleUnknown)
		.transform(Number),
});

export const progressSchema = z.strictObject({
	course_id: z.string(),
	/** Completed modules in percent, rounded down. 100 means that every module is completed. */
	percent: z.int().min(0).max(100),
	/** Numbers of the completed modules, ascending, starting at 1. */
	done: z.array(z.int().positive()),
	/** Number of the learner's first uncompleted module; null if all modules are completed. */
	next: z.int().positive().nullable(),
	/** Numbers of the modules whose check is passed, ascending. */
	passed: z.array(z.int().positive()),
	/** Code of the certificate; null until every module is completed and every check is passed. */
	certificate: z.string().nullable(),
});
export type Progress = z.infer<typeof progressSchema>;

export const getProgress = defineEndpoint('getProgress', {
	summary: 'Get your progress in an active course',
	params: courseParamsSchema,
	responses: { 200: progressSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const setProgress = defineEndpoint('setProgress', {
	summary: 'Mark a module as complete or not complete',
	params: courseParamsSchema,
	body: z.strictObject({ module: z.int().positive(), done: z.boolean() }),
	responses: { 200: progressSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const moduleSummarySchema = z.strictObject({
	module: z.int().positive(),
	title: z.string(),
	has_text: z.boolean(),
	has_video: z.boolean(),
});
export type ModuleSummary = z.infer<typeof moduleSummarySchema>;

export const listModules = defineEndpoint('listModules', {
	summary: 'List the modules of a course; a module without content is taught live',
	params: courseParamsSchema,
	responses: { 200: z.strictObject({ items: z.array(moduleSummarySchema) }) },
	errors: ['not_found'],
});

/** Content of a course module, for active learners and administrators. */
export const moduleContentSchema = moduleSummarySchema.extend({
	/** Text of the module in Markdown. */
	text: z.string(),
	/** Video of the module. Its signed URLs expire after `limits.signedUrlTtl`. */
	video: videoSchema.nullable(),
	/** Processing state of the module's video; null without a video. */
	video_state: z.enum(['processing', 'ready', 'failed']).nullable(),
});
export type ModuleContent = z.infer<typeof moduleContentSchema>;

export const getModule = defineEndpoint('getModule', {
	summary: 'Get the text and video of a module',
	params: moduleParamsSchema,
	responses: { 200: moduleContentSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Everyone can read the first module of a course. Reading it counts as no progress. */
export const getPreview = defineEndpoint('getPreview', {
	summary: 'Get the text and video of the first module, which is free for everyone',
	params: courseParamsSchema,
	responses: { 200: moduleContentSchema },
	errors: ['not_found'],
});

/** Number of questions in the check of each module. */
export const checkQuestions = 4;

/** Questions of a module's check, without their answers. */
export const moduleCheckSchema = z.strictObject({
	questions: z.array(z.strictObject({ question: z.string(), options: z.array(z.string()).length(3) })),
});
export type ModuleCheck = z.infer<typeof moduleCheckSchema>;

export const getModuleCheck = defineEndpoint('getModuleCheck', {
	summary: "Get the questions of a module's check",
	params: moduleParamsSchema,
	responses: { 200: moduleCheckSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const checkResultSchema = z.strictObject({
	/** Result of each question. Only a right answer is explained by `why`. */
	results: z.array(z.strictObject({ right: z.boolean(), why: z.string().nullable() })),
	/** Whether all answers are right. */
	passed: z.boolean(),
	progress: progressSchema,
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const answerModuleCheck = defineEndpoint('answerModuleCheck', {
	summary: "Answer the questions of a module's check; if all answers are right, the module is complete",
	params: moduleParamsSchema,
	/** Indexes of the chosen options, in the order of the questions. */
	body: z.strictObject({ answers: z.array(z.int().min(0).max(2)).length(checkQuestions) }),
	responses: { 200: checkResultSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const updateModule = defineEndpoint('updateModule', {
	summary: 'Update a module; omitted fields stay unchanged, and a null video removes the video',
	params: moduleParamsSchema,
	body: z
		.strictObject({
			text: createTextSchema({ max: courseLimits.moduleText.max }),
			video: uploadedFileSchema.nullable(),
		})
		.partial(),
	responses: { 200: moduleContentSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Public certificate of a completed course. Anyone who has the code can read it. */
export const certificateSchema = z.strictObject({
	code: z.string(),
	name: z.string(),
	course_id: z.string(),
	course_title: z.string(),
	/** Number of lessons, all of which the learner marked as done. Absent in what earlier versions stored. */
	lessons: z.int().positive().optional(),
	/** Whether the learner also passed the check of each lesson. Absent if not, as for certificates of before there were checks. */
	checked: z.literal(true).optional(),
	/** When the learner did the first lesson, and when the last lesson or check. */
	first_done_at: timeSchema.optional(),
	completed_at: timeSchema,
});
export type Certificate = z.infer<typeof certificateSchema>;

export const getCertificate = defineEndpoint('getCertificate', {
	summary: 'Get a certificate by its code',
	params: z.strictObject({ code: z.string().max(60) }),
	responses: { 200: certificateSchema },
	errors: ['not_found'],
});
