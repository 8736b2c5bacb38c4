import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { ForYouItem } from '../../contract/feed/feed.ts';
import { dedupePagesBy, dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';
import { buildPersistMeta } from '../platform/persisted-queries.ts';
import type { AdFilter } from './ad-filter.ts';

/** Number of items per page. It fills the rows of two, three and four columns. */
export const pageSize = 24;

/** Query for ads in the feed, trending first. The device keeps the lists that have no filter but a category. */
export function feedQuery(api: Client, filter: AdFilter) {
	const { category = null, ...others } = filter;
	const isNarrowed = Object.values(others).some((value) => value !== undefined);
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['feed', category, ...(isNarrowed ? [others] : [])],
		...(!isNarrowed && { meta: buildPersistMeta(null, 'feed') }),
		queryFn: ({ pageParam, signal }) =>
			api.getFeed({ query: { limit: pageSize, ...filter, cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesById,
	});
}

export const forYouKey = ['for-you'] as const;

/** Returns a key that is unique among the ads and posts of the For You feed. */
export function getForYouItemKey(item: ForYouItem): string {
	return item.type === 'ad' ? `ad ${item.ad.id}` : `post ${item.post.id}`;
}

const forYouItems = dedupePagesBy(getForYouItemKey);

/** Query for the For You feed of ads, tweets and talks: personalized for an account, popular and recent for a visitor. */
export function forYouQuery(api: Client, accountId: number | null) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: [...forYouKey, accountId],
		// A follow invalidates the For You feed, because its ranking depends on the followed sellers.
		meta: { dependsOnFollows: true, ...buildPersistMeta(accountId, 'forYou') },
		queryFn: ({ pageParam, signal }) =>
			api.getForYou({ query: { limit: pageSize, cursor: pageParam ?? undefined } }, { signal }),
		// Repeated from `longListOptions`, because with this `select` TypeScript infers the type of a page from it.
		getNextPageParam: (page) => page.next_cursor,
		select: forYouItems,
	});
}

/** Query for an account's mute preferences, newest first. */
export function mutePreferencesQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['less', accountId],
		// A follow invalidates the mute preferences, because following a muted seller removes the preference.
		meta: { dependsOnFollows: true },
		queryFn: async ({ signal }) => (await api.listLess({}, { signal })).items,
	});
}
