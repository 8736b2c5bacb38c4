import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import { dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';

/** Number of videos per page. A page is small, because most visitors watch a few. */
const videosPerPage = 8;

/** Query for the videos that play one after the other: the video ad `from`, if it is given, then trending ones. */
export function videosQuery(api: Client, from: string | null) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['videos', from],
		queryFn: ({ pageParam, signal }) =>
			api.listVideos(
				{ query: { limit: videosPerPage, from: from ?? undefined, cursor: pageParam ?? undefined } },
				{ signal },
			),
		select: dedupePagesById,
	});
}
