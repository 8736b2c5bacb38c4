import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Client, NetworkError } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import { isApiError } from '../platform/api-error.ts';

export function adQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: ['ad', id],
		queryFn: ({ signal }) => api.getAd({ params: { id } }, { signal }),
	});
}

/** Query for the cards of the ads with these ids, in their order. Omits ads that no longer exist. */
export function adCardsQuery(api: Client, ids: readonly number[]) {
	return queryOptions({
		queryKey: ['ad-cards', ids],
		queryFn: async ({ signal }) => (await api.listAdsById({ query: { ids: ids.join(',') } }, { signal })).items,
		staleTime: limits.query.gcTime,
		placeholderData: keepPreviousData,
	});
}

/** Milliseconds between polls while a video is being processed. */
const pollInterval = 4000;

interface VideoParams {
	id?: string | undefined;
	description?: string | undefined;
}

/**
 * Response with status 200 and a body without an ad, such as that of a captive portal or proxy. It counts as no response, so that persisted
 * data is shown instead.
 */
export class NoVideoError extends NetworkError {
	override readonly message = messages.videoNotFound;
}

/** Returns whether the error is a response of our server that the ad was deleted or hidden. A proxy responds without a problem. */
export function isGone(error: unknown): boolean {
	return isApiError(error) && error.status === 404 && error.problem.code === 'not_found';
}

/**
 * Query for a video ad by `id` and `description` from its path. Disabled without one of them. Polls while the video is processed. With a
 * session, also finds an own video that is hidden.
 */
export function videoQuery(api: Client, { id = '', description = '' }: VideoParams, hasSession = false) {
	return queryOptions({
		queryKey: ['video', id],
		queryFn: async ({ signal }) => {
			const response = await api.getVideoAd({ params: { id, description } }, { signal }).catch((error) => {
				if (hasSession && isGone(error)) return api.getOwnVideoAd({ params: { id } }, { signal });
				throw error;
			});
			if (!response?.normalads?.id) throw new NoVideoError(response);
			return response.normalads;
		},
		enabled: id !== '' && description !== '',
		retry: false,
		refetchInterval: ({ state }) => (state.data?.state === 'processing' ? pollInterval : false),
	});
}
