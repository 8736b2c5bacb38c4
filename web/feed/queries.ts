import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Category } from '../../contract/categories.ts';
import type { Client } from '../../contract/client.ts';
import type { ForYouItem } from '../../contract/feed.ts';
import { limits } from '../../contract/limits.ts';
import { uniqueItemsBy, uniqueItemsById } from '../data/items.ts';
import { persistFor } from '../platform/persisted-queries.ts';

/** Cards asked for at once: full rows in two, three and four columns. */
export const pageSize = 24;

export const paging = {
	initialPageParam: null as string | null,
	// A long list that counted as stale would be fetched again page by page on the way back to it.
	staleTime: limits.query.gcTime,
};

/** Ads, trending first, of one category or of all. */
export function feedQuery(api: Client, category: Category | null) {
	return infiniteQueryOptions({
		...paging,
		queryKey: ['feed', category],
		meta: persistFor(null, 'feed'),
		queryFn: ({ pageParam, signal }) =>
			api.getFeed(
				{ query: { limit: pageSize, category: category ?? undefined, cursor: pageParam ?? undefined } },
				{ signal },
			),
		getNextPageParam: (page) => page.next_cursor,
		select: uniqueItemsById,
	});
}

/** What the keys of all readers begin with. */
export const forYouKey = ['for-you'] as const;

const forYouItems = uniqueItemsBy(({ post }: ForYouItem) => post.id);

/** Tweets and talks for whoever is logged in; for a visitor, what is popular and fresh. */
export function forYouQuery(api: Client, accountId: number | null) {
	return infiniteQueryOptions({
		...paging,
		queryKey: [...forYouKey, accountId],
		// Ranked by whom the reader follows.
		meta: { dependsOnFollows: true, ...persistFor(accountId, 'forYou') },
		queryFn: ({ pageParam, signal }) => api.getForYou({ query: { cursor: pageParam ?? undefined } }, { signal }),
		getNextPageParam: (page) => page.next_cursor,
		select: forYouItems,
	});
}

/** What an account has asked to see less of, newest first. */
export function mutePreferencesQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['less', accountId],
		// Following a seller takes it back.
		meta: { dependsOnFollows: true },
		queryFn: async ({ signal }) => (await api.listLess({}, { signal })).items,
	});
}
