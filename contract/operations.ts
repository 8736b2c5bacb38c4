import { z } from 'zod';
import { roles } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, text, time } from './fields.ts';
import { limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { isSafeReturnPath } from './return-path.ts';
import * as validationText from './text/validation.ts';

const count = z.int().nonnegative();
/** Daily counts for the last `limits.insightDays`: UTC days without gaps, oldest first. */
const byDay = z.array(z.strictObject({ day: z.iso.date(), count }));

export const getFigures = endpoint('getFigures', {
	summary: `Get market stats, in total and for each of the last ${limits.insightDays} days`,
	responses: {
		200: z.strictObject({
			accounts: z.strictObject({ all: count, verified: count, suspended: count, deleted: count, by_day: byDay }),
			ads: z.strictObject({ shown: count, sold: count, hidden: count, videos: count, by_day: byDay }),
			posts: z.strictObject({ shown: count, tweets: count, talks: count, pictures: count, by_day: byDay }),
			uploads: z.strictObject({
				pictures: count,
				videos: count,
				processing: count,
				failed: count,
				/** Size of the original files. */
				bytes: count,
				by_day: byDay,
			}),
			jobs: z.strictObject({ waiting: count, running: count, failed: count }),
			/** Metrics of the process that handles the request. */
			process: z.strictObject({
				started_at: time,
				/** Unexpected errors since the start. */
				errors: count,
				memory_bytes: count,
				/** 99th percentile of the event loop delay, milliseconds. */
				event_loop_lag: z.number().nonnegative(),
			}),
			/** Disk of the data directory; null if unknown. */
			disk: z.strictObject({ free_bytes: count, all_bytes: count }).nullable(),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const failedJob = z.strictObject({
	id: z.string(),
	name: z.string(),
	tries: z.int(),
	failed_at: time,
	error: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;

export const listFailedJobs = endpoint('listFailedJobs', {
	summary: 'List recently failed jobs, newest first, at most 50',
	responses: { 200: z.strictObject({ items: z.array(failedJob) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const retryJob = endpoint('retryJob', {
	summary: 'Retry a failed job',
	params: z.strictObject({ id: z.string().max(60) }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const userStates = ['unverified', 'suspended', 'deleted', 'admin', 'sample'] as const;
export type UserState = (typeof userStates)[number];

export const userRow = z.strictObject({
	id,
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().nullable(),
	email: z.string(),
	email_verified: z.boolean(),
	role: z.enum(roles),
	/** Sample account, which nobody can log in to. */
	sample: z.boolean(),
	created_at: time,
	/** Last use of an open session; null if there is none. */
	seen_at: time.nullable(),
	/** Ads in every state. */
	ads: count,
	/** Null if not suspended. */
	suspension: z
		.strictObject({
			/** Null if permanent. */
			until: time.nullable(),
			/** Decision to lift; null if unknown. */
			decision_id: id.nullable(),
		})
		.nullable(),
	/** Time of permanent deletion; null unless the owner has deleted the account. */
	deletes_at: time.nullable(),
});
export type UserRow = z.infer<typeof userRow>;

export const listUsers = endpoint('listUsers', {
	summary: 'List accounts, newest first; searches part of a name or email',
	query: z.strictObject({
		...pageQuery,
		q: text({ max: limits.search }).optional(),
		state: z.enum(userStates).optional(),
	}),
	responses: { 200: pageOf(userRow) },
	errors: ['unauthenticated', 'forbidden'],
});

const sampleContent = z.strictObject({ accounts: count, ads: count, posts: count });

export const getSampleContent = endpoint('getSampleContent', {
	summary: 'Count the sample content',
	responses: { 200: sampleContent },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeSampleContent = endpoint('removeSampleContent', {
	summary: 'Delete all sample accounts and their content; returns the counts',
	responses: { 200: sampleContent },
	errors: ['unauthenticated', 'forbidden'],
});

export const notice = z.strictObject({
	id,
	text: z.string(),
	/** Link target, a path of this site. */
	path: z.string().nullable(),
	ends_at: time,
});
export type Notice = z.infer<typeof notice>;

export const getNotice = endpoint('getNotice', {
	summary: 'Get the site notice, or null',
	responses: { 200: z.strictObject({ notice: notice.nullable() }) },
	errors: [],
});

export const noticeForm = z.strictObject({
	text: text({ max: limits.notice.text, missing: validationText.noticeMissing }),
	path: z
		.string()
		.trim()
		.max(limits.notice.path)
		.refine((path) => path === '' || isSafeReturnPath(path), validationText.pathInvalid)
		.optional(),
	/** Duration from now, hours. */
	hours: z.int().min(1).max(limits.notice.hours),
});

export const publishNotice = endpoint('publishNotice', {
	summary: 'Publish a site notice; replaces the previous one',
	body: noticeForm,
	responses: { 200: notice },
	errors: ['unauthenticated', 'forbidden'],
});

export const endNotice = endpoint('endNotice', {
	summary: 'End the site notice',
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
