import { queryOptions } from '@tanstack/react-query';
import { ApiError, type Client } from '../../contract/client.ts';
import * as messages from '../../contract/messages.ts';

/** An ad of either format. */
export function adQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: ['ad', id],
		queryFn: ({ signal }) => api.getAd({ params: { id } }, { signal }),
	});
}

/** Milliseconds between looks at a video that is being made playable. */
const pollInterval = 4000;

interface VideoParams {
	id?: string | undefined;
	description?: string | undefined;
}

/** The video ad of a page: asked for once, never again by itself, and only where the address names both. */
export function videoQuery(api: Client, { id = '', description = '' }: VideoParams) {
	return queryOptions({
		queryKey: ['video', id],
		queryFn: async ({ signal }) => {
			const response = await api.getVideoAd({ params: { id, description } }, { signal });
			// Whoever stands between may answer for the server, with success and nothing in it.
			if (!response?.normalads?.id) throw new ApiError(404, { code: 'not_found', message: messages.videoNotFound });
			return response.normalads;
		},
		enabled: id !== '' && description !== '',
		retry: false,
		refetchInterval: ({ state }) => (state.data?.state === 'processing' ? pollInterval : false),
	});
}
