import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Category } from '../../contract/categories.ts';
import type { Client } from '../../contract/client.ts';
import type { ForYouItem } from '../../contract/feed.ts';
import { limits } from '../../contract/limits.ts';
import { dedupePagesBy, dedupePagesById } from '../data/items.ts';
import { persistFor } from '../platform/persisted-queries.ts';

/** Items per page: fills the rows of two, three and four columns. */
export const pageSize = 24;

export const infiniteListOptions = {
	initialPageParam: null as string | null,
	// A stale infinite list would be refetched page by page when the user returns to it.
	staleTime: limits.query.gcTime,
};

/** Ads, trending first; of one category if given. */
export function feedQuery(api: Client, category: Category | null) {
	return infiniteQueryOptions({
		...infiniteListOptions,
		queryKey: ['feed', category],
		meta: persistFor(null, 'feed'),
		queryFn: ({ pageParam, signal }) =>
			api.getFeed(
				{ query: { limit: pageSize, category: category ?? undefined, cursor: pageParam ?? undefined } },
				{ signal },
			),
		getNextPageParam: (page) => page.next_cursor,
		select: dedupePagesById,
	});
}

export const forYouKey = ['for-you'] as const;

const forYouItems = dedupePagesBy(({ post }: ForYouItem) => post.id);

/** Tweets and talks, personalized for an account; popular and recent ones for a visitor. */
export function forYouQuery(api: Client, accountId: number | null) {
	return infiniteQueryOptions({
		...infiniteListOptions,
		queryKey: [...forYouKey, accountId],
		// The ranking depends on the followed sellers.
		meta: { dependsOnFollows: true, ...persistFor(accountId, 'forYou') },
		queryFn: ({ pageParam, signal }) => api.getForYou({ query: { cursor: pageParam ?? undefined } }, { signal }),
		getNextPageParam: (page) => page.next_cursor,
		select: forYouItems,
	});
}

/** An account's mute preferences, newest first. */
export function mutePreferencesQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['less', accountId],
		// Following a seller removes that seller's preference.
		meta: { dependsOnFollows: true },
		queryFn: async ({ signal }) => (await api.listLess({}, { signal })).items,
	});
}
