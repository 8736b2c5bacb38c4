import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import { isApiError } from '../platform/api-error.ts';
import { buildPersistMeta } from '../platform/persisted-queries.ts';

/** Milliseconds between polls while a video is being processed. */
const pollInterval = 4000;

export function operatorContactQuery(api: Client) {
	return queryOptions({
		queryKey: ['courses', 'contact'],
		queryFn: ({ signal }) => api.getContact({}, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Query for an account's progress in a course. The server rejects it unless the account's enrollment is active. */
export function progressQuery(api: Client, courseId: string, account: number) {
	return queryOptions({
		queryKey: ['courses', 'progress', courseId, account],
		meta: buildPersistMeta(account, 'progress'),
		queryFn: ({ signal }) => api.getProgress({ params: { id: courseId } }, { signal }),
	});
}

/** Query for the modules of a course, each with the kinds of its content (video, text or live). */
export function modulesQuery(api: Client, courseId: string) {
	return queryOptions({
		queryKey: ['courses', 'modules', courseId],
		meta: buildPersistMeta(null, 'modules'),
		queryFn: async ({ signal }) => (await api.listModules({ params: { id: courseId } }, { signal })).items,
	});
}

/** Query for a course module's text and video. It becomes stale before the signed URLs in it expire. */
export function lessonQuery(api: Client, courseId: string, module: number, account: number) {
	return queryOptions({
		queryKey: ['courses', 'lesson', courseId, module, account],
		// The video is not persisted, because its signed URL is a credential and expires.
		meta: buildPersistMeta(account, 'lesson', (content) => ({ ...content, video: null })),
		queryFn: ({ signal }) => api.getModule({ params: { id: courseId, module: String(module) } }, { signal }),
		staleTime: limits.signedUrlTtl / 2,
		refetchInterval: ({ state }) => (state.data?.video_state === 'processing' ? pollInterval : false),
	});
}

/** Query for the questions of a module's check, without their answers. */
export function moduleCheckQuery(api: Client, courseId: string, module: number, account: number) {
	return queryOptions({
		queryKey: ['courses', 'check', courseId, module, account],
		queryFn: ({ signal }) => api.getModuleCheck({ params: { id: courseId, module: String(module) } }, { signal }),
		// Questions do not change while a learner answers them.
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Query for the lesson of a course that everyone can read for free. It becomes stale before the signed URLs in it expire. */
export function previewQuery(api: Client, courseId: string) {
	return queryOptions({
		queryKey: ['courses', 'preview', courseId],
		queryFn: ({ signal }) => api.getPreview({ params: { id: courseId } }, { signal }),
		staleTime: limits.signedUrlTtl / 2,
		refetchInterval: ({ state }) => (state.data?.video_state === 'processing' ? pollInterval : false),
	});
}

/** Query for a certificate by its code; null if the certificate does not exist. */
export function certificateQuery(api: Client, code: string) {
	return queryOptions({
		queryKey: ['courses', 'certificate', code],
		queryFn: ({ signal }) =>
			api.getCertificate({ params: { code } }, { signal }).catch((error: unknown) => {
				if (isApiError(error) && (error.status === 404 || error.status === 422)) return null;
				throw error;
			}),
	});
}
