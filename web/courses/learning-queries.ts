import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { isApiError } from '../platform/api-error.ts';
import { persistFor } from '../platform/persisted-queries.ts';

/** Milliseconds between polls while a video is being processed. */
const pollInterval = 4000;

export function contactQuery(api: Client) {
	return queryOptions({
		queryKey: ['courses', 'contact'],
		queryFn: ({ signal }) => api.getContact({}, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** An account's progress in a course. Rejected unless its enrollment is active. */
export function progressQuery(api: Client, courseId: string, account: number) {
	return queryOptions({
		queryKey: ['courses', 'progress', courseId, account],
		meta: persistFor(account, 'progress'),
		queryFn: ({ signal }) => api.getProgress({ params: { id: courseId } }, { signal }),
	});
}

/** The content kinds of each module of a course. */
export function modulesQuery(api: Client, courseId: string) {
	return queryOptions({
		queryKey: ['courses', 'modules', courseId],
		meta: persistFor(null, 'modules'),
		queryFn: async ({ signal }) => (await api.listModules({ params: { id: courseId } }, { signal })).items,
	});
}

/** A module's text and video, with the account's permissions. Refetched before its signed URLs expire. */
export function lessonQuery(api: Client, courseId: string, module: number, account: number) {
	return queryOptions({
		queryKey: ['courses', 'lesson', courseId, module, account],
		// Do not persist the video: its signed URL is a credential, and expires.
		meta: persistFor(account, 'lesson', (content) => ({ ...content, video: null })),
		queryFn: ({ signal }) => api.getModule({ params: { id: courseId, module: String(module) } }, { signal }),
		staleTime: limits.signedUrlTtl / 2,
		refetchInterval: ({ state }) => (state.data?.video_state === 'processing' ? pollInterval : false),
	});
}

/** A certificate by its code; null if it does not exist. */
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
