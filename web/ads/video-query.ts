import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';

/** Milliseconds between looks at a video that is being made playable. */
const glance = 4000;

interface VideoParams {
	id?: string | undefined;
	description?: string | undefined;
}

/** The video ad of a page: asked for once, never again by itself, and only where the address names both. */
export function videoQuery(api: Client, { id = '', description = '' }: VideoParams) {
	return queryOptions({
		queryKey: ['video', id],
		queryFn: async ({ signal }) => {
			const { normalads } = await api.getVideoAd({ params: { id, description } }, { signal });
			return normalads;
		},
		enabled: id !== '' && description !== '',
		retry: false,
		refetchInterval: ({ state }) => (state.data?.state === 'processing' ? glance : false),
	});
}
