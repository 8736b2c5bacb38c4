import { queryOptions } from '@tanstack/react-query';
import type { VideoAd } from '../../contract/ads.ts';
import type { Client } from '../../contract/client.ts';
import type { Video } from '../../contract/media.ts';

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

/** What can be played of a video ad; null where there is nothing yet. A media host may give nothing but the file itself. */
export function playable({ video, titlevideourl }: VideoAd): Video | null {
	if (!video) return null;
	if (video.renditions.length > 0) return video;
	if (titlevideourl === '') return null;
	const { width, height } = video.poster ?? { width: 16, height: 9 };
	return { ...video, renditions: [{ url: titlevideourl, width, height, bytes: 0 }] };
}
