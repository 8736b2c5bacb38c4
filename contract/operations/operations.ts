import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { roles } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idSchema, timeSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { isSafeReturnPath } from '../core/return-path.ts';
import * as operationLimits from './limits.ts';

const countSchema = z.int().nonnegative();
/** Daily counts for the last `limits.insightDays` UTC days without gaps, oldest first. */
const byDaySchema = z.array(z.strictObject({ day: z.iso.date(), count: countSchema }));

export const getFigures = defineEndpoint('getFigures', {
	summary: `Get market stats, in total and for each of the last ${limits.insightDays} days`,
	responses: {
		200: z.strictObject({
			accounts: z.strictObject({
				all: countSchema,
				verified: countSchema,
				suspended: countSchema,
				deleted: countSchema,
				by_day: byDaySchema,
			}),
			ads: z.strictObject({
				shown: countSchema,
				sold: countSchema,
				hidden: countSchema,
				videos: countSchema,
				by_day: byDaySchema,
			}),
			posts: z.strictObject({
				shown: countSchema,
				tweets: countSchema,
				talks: countSchema,
				pictures: countSchema,
				by_day: byDaySchema,
			}),
			uploads: z.strictObject({
				pictures: countSchema,
				videos: countSchema,
				processing: countSchema,
				failed: countSchema,
				/** Total size of the uploaded original files in bytes. */
				bytes: countSchema,
				by_day: byDaySchema,
			}),
			jobs: z.strictObject({ waiting: countSchema, running: countSchema, failed: countSchema }),
			/** Metrics of the server process that handles the request. */
			process: z.strictObject({
				started_at: timeSchema,
				/** Number of unexpected errors since the process started. */
				errors: countSchema,
				memory_bytes: countSchema,
				/** 99th percentile of the event loop delay in milliseconds. */
				event_loop_lag: z.number().nonnegative(),
			}),
			/** Disk of the data directory; null if its size is unknown. */
			disk: z.strictObject({ free_bytes: countSchema, all_bytes: countSchema }).nullable(),
			/** Daily backups; null if none are set up. */
			backup: z
				.strictObject({
					/** Last backup, with its duration; null if there is none yet. */
					last: z
						.strictObject({
							made_at: timeSchema,
							bytes: countSchema,
							seconds: countSchema,
							files: countSchema,
							/** Number of files of which the stored bytes were read. */
							read_files: countSchema,
							/** When the stored bytes of all files were last read; null if they never were. */
							all_read_at: timeSchema.nullable(),
							/** Files of earlier backups that were found damaged, and how many of them the market has not whole either. */
							damaged_files: countSchema,
							lost_files: countSchema,
						})
						.nullable(),
					/** Error of the last attempt since then; null if none failed. */
					error: z.string().nullable(),
				})
				.nullable(),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const failedJobSchema = z.strictObject({
	id: z.string(),
	name: z.string(),
	tries: z.int(),
	failed_at: timeSchema,
	error: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const listFailedJobs = defineEndpoint('listFailedJobs', {
	summary: 'List recently failed jobs, newest first, at most 50',
	responses: { 200: z.strictObject({ items: z.array(failedJobSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const retryJob = defineEndpoint('retryJob', {
	summary: 'Retry a failed job',
	params: z.strictObject({ id: z.string().max(60) }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteJob = defineEndpoint('deleteJob', {
	summary: 'Delete a failed job; its work stays undone',
	params: z.strictObject({ id: z.string().max(60) }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/**
 * Work that waits for administrators: proofs of bank transfers, course requests to answer, payments to check, cases with reports, signals
 * or appeals, requests to verify a business, legal requests, breaches that the Commission must know, failed jobs, and backups that failed or are overdue.
 */
export const adminTaskKinds = [
	'proofs',
	'requests',
	'payments',
	'reports',
	'verifications',
	'legal_requests',
	'breaches',
	'failed_jobs',
	'backups',
] as const;
export type AdminTaskKind = (typeof adminTaskKinds)[number];

export const waitingSchema = z.strictObject({
	/** Number of waiting items. One more than `operationLimits.waitingItems` stands for any larger number. */
	count: countSchema.max(operationLimits.waitingItems + 1),
	/** Time since which the oldest item waits; null without items. */
	since: timeSchema.nullable(),
});

export const getWaiting = defineEndpoint('getWaiting', {
	summary: `Count the work that waits for administrators, up to ${operationLimits.waitingItems} of each kind and one that stands for more`,
	responses: { 200: z.record(z.enum(adminTaskKinds), waitingSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const userStates = ['unverified', 'suspended', 'deleted', 'admin', 'sample'] as const;
export type UserState = (typeof userStates)[number];

export const userListItemSchema = z.strictObject({
	id: idSchema,
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().nullable(),
	email: z.string(),
	email_verified: z.boolean(),
	role: z.enum(roles),
	/** True for an account of the sample content. Nobody can log in to such an account. */
	sample: z.boolean(),
	created_at: timeSchema,
	/** Last use of a stored session; null if the account has none. */
	seen_at: timeSchema.nullable(),
	/** Number of the account's ads in every state. */
	ads: countSchema,
	/** Suspension of the account; null if the account is not suspended. */
	suspension: z
		.strictObject({
			/** End of the suspension; null for an indefinite suspension. */
			until: timeSchema.nullable(),
			/** Id of the moderation decision to reverse in order to lift the suspension; null if unknown. */
			decision_id: idSchema.nullable(),
		})
		.nullable(),
	/** Time when the deleted account is erased; null unless the owner has deleted the account. */
	deletes_at: timeSchema.nullable(),
});
export type UserListItem = z.infer<typeof userListItemSchema>;

export const listUsers = defineEndpoint('listUsers', {
	summary: 'List accounts, newest first; searches part of a name or email',
	query: z.strictObject({
		...paginationQueryShape,
		q: createTextSchema({ max: limits.search }).optional(),
		state: z.enum(userStates).optional(),
	}),
	responses: { 200: createCursorPageSchema(userListItemSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const sampleContentSchema = z.strictObject({ accounts: countSchema, ads: countSchema, posts: countSchema });

export const getSampleContent = defineEndpoint('getSampleContent', {
	summary: 'Count the sample content',
	responses: { 200: sampleContentSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeSampleContent = defineEndpoint('removeSampleContent', {
	summary: 'Delete all sample accounts and their content; returns the counts',
	responses: { 200: sampleContentSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const siteNoticeSchema = z.strictObject({
	id: idSchema,
	text: z.string(),
	/** Path of the page on this site that the notice links to. */
	path: z.string().nullable(),
	ends_at: timeSchema,
});
export type SiteNotice = z.infer<typeof siteNoticeSchema>;

export const getNotice = defineEndpoint('getNotice', {
	summary: 'Get the site notice, or null',
	responses: { 200: z.strictObject({ notice: siteNoticeSchema.nullable() }) },
	errors: [],
});

export const siteNoticeFormSchema = z.strictObject({
	text: createTextSchema({ max: operationLimits.notice.text, missing: validationText.noticeMissing }),
	path: z
		.string()
		.trim()
		.max(operationLimits.notice.path)
		.refine((path) => path === '' || isSafeReturnPath(path), validationText.pathInvalid)
		.optional(),
	/** Duration of the notice in hours from now. */
	hours: z.int().min(1).max(operationLimits.notice.hours),
});

export const publishNotice = defineEndpoint('publishNotice', {
	summary: 'Publish a site notice; replaces the previous one',
	body: siteNoticeFormSchema,
	responses: { 200: siteNoticeSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const endNotice = defineEndpoint('endNotice', {
	summary: 'End the site notice',
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
