import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AdCard } from '../../contract/ads/ads.ts';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import type { FeedItem } from '../../contract/feed/feed.ts';
import { dedupePagesBy, dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';
import { pageSize } from './queries.ts';

/** Number of other ads shown below an ad. */
export const moreAdsCount = 6;

const uniqueFeedItems = dedupePagesBy((item: FeedItem) =>
	item.type === 'ad' ? `ad ${item.ad.id}` : `post ${item.post.id}`,
);

export function userPostsQuery(api: Client, userName: string) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['user-posts', userName],
		queryFn: ({ pageParam, signal }) =>
			api.listUserPosts(
				{ params: { user_name: userName }, query: { limit: pageSize, cursor: pageParam ?? undefined } },
				{ signal },
			),
		// Repeated from `longListOptions`, because with this `select` TypeScript infers the type of a page from it.
		getNextPageParam: (page) => page.next_cursor,
		select: uniqueFeedItems,
	});
}

export function userVideosQuery(api: Client, userName: string) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['user-videos', userName],
		queryFn: ({ pageParam, signal }) =>
			api.listUserVideos(
				{ params: { user_name: userName }, query: { limit: pageSize, cursor: pageParam ?? undefined } },
				{ signal },
			),
		select: dedupePagesById,
	});
}

/** Query for a seller's newest picture ads. It returns one more than the page shows, because the current ad may be among them. */
export function moreFromSellerQuery(api: Client, userName: string) {
	return queryOptions({
		queryKey: ['more-from-seller', userName],
		queryFn: async ({ signal }) => {
			const page = await api.listUserPosts({ params: { user_name: userName }, query: { limit: pageSize } }, { signal });
			// The response also contains tweets, talks and picture posts, which are left out.
			return page.items.flatMap((item) => (item.type === 'ad' ? [item.ad] : [])).slice(0, moreAdsCount + 1);
		},
	});
}

/** Query for more videos to watch: other videos of the seller, or trending videos if there are none. */
export function moreVideosQuery(api: Client, { id, user_name }: { id: number; user_name: string }) {
	return queryOptions({
		queryKey: ['more-videos', id],
		queryFn: async ({ signal }) => {
			// One more video is requested than shown, because the current video may be among them.
			const limit = moreAdsCount + 1;
			const others = (ads: AdCard[]) => ads.filter((ad) => ad.id !== id).slice(0, moreAdsCount);
			const own = others((await api.listUserVideos({ params: { user_name }, query: { limit } }, { signal })).items);
			if (own.length > 0) return { ofSeller: true, ads: own };
			const trending = await api.getFeed({ query: { limit, format: 'video' } }, { signal });
			return { ofSeller: false, ads: others(trending.items) };
		},
	});
}

export function suggestedSellersQuery(api: Client) {
	return queryOptions({
		queryKey: ['suggested-sellers'],
		queryFn: async ({ signal }) => (await api.listSuggestedSellers({}, { signal })).items,
		staleTime: limits.query.gcTime,
	});
}
