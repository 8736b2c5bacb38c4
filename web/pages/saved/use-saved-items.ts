import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdCard } from '../../../contract/ads/ads.ts';
import * as limits from '../../../contract/core/limits.ts';
import type { Post } from '../../../contract/posts/posts.ts';
import type { SavedList } from '../../../contract/saved-items/saved-items.ts';
import { useActor } from '../../platform/actor.ts';
import { createBatchLoader } from '../../platform/batch.ts';
import { savedItemQuery } from '../../saved-items/queries.ts';
import { useSavedList } from '../../saved-items/saved-items-provider.tsx';

/** Number of saved items per page of the list. */
const pageSize = 24;

interface SavedItemsOptions<Item> {
	list: SavedList;
	/** Loads items by id. Omits items that no longer exist. */
	load: (ids: number[], signal: AbortSignal) => Promise<Item[]>;
	/** Returns the text of an item that the search looks in. */
	getSearchText: (item: Item) => string;
	search: string;
}

/** Saved item. `item` is null if it no longer exists, undefined while loading. */
export interface SavedItem<Item> {
	id: number;
	item: Item | null | undefined;
}

/** Loads the items of a saved list, in the order of the list. A search covers the whole list. */
export function useSavedItems<Item extends AdCard | Post>(options: SavedItemsOptions<Item>) {
	const { list, getSearchText } = options;
	const { ids, toggle } = useSavedList(list);
	const account = useActor()?.id ?? null;
	const [visibleCount, setVisibleCount] = useState(pageSize);
	const words = options.search.toLowerCase().split(/\s+/).filter(Boolean);
	const searching = words.length > 0;
	const wanted = searching ? (ids ?? []) : (ids ?? []).slice(0, visibleCount);

	// The loader merges the requests for single items into few calls.
	const [loadItem] = useState(() =>
		createBatchLoader<number, Item | null>({
			maxBatchSize: limits.idsPerRequest,
			load: async (batch, signal) => {
				const items = new Map((await options.load(batch, signal)).map((item) => [item.id, item]));
				return batch.map((id) => items.get(id) ?? null);
			},
		}),
	);
	const queries = useQueries({ queries: wanted.map((id) => savedItemQuery(list, id, account, loadItem)) });
	const failed = queries.filter((query) => query.isError);
	// A search may find more matches until every item has loaded.
	const isSearching = searching && queries.some((query) => query.isPending);
	const hasMore = !searching && (ids?.length ?? 0) > visibleCount;
	const retry = () => Promise.all(failed.map((query) => query.refetch()));

	const items: SavedItem<Item>[] = wanted.map((id, index) => ({ id, item: queries[index]?.data }));
	const matching = items.filter(
		({ item }) => !searching || (item && words.every((word) => getSearchText(item).toLowerCase().includes(word))),
	);
	const hasNoItems = wanted.length > 0 && items.every(({ item }) => item === undefined);
	return {
		/** Ids in the saved list; null before the stored list has been read. */
		ids,
		/** Loaded items that match the search; undefined before the first item loads. */
		items: hasNoItems ? undefined : matching,
		/** Imitates an infinite query. Its next page contains failed items and items that are not shown yet. */
		query: {
			error: failed[0]?.error ?? null,
			isFetching: queries.some((query) => query.isFetching),
			isPlaceholderData: false,
			isFetchingNextPage: isSearching,
			isFetchNextPageError: failed.length > 0,
			hasNextPage: hasMore || isSearching || failed.length > 0,
			fetchNextPage: async () => {
				if (hasMore) setVisibleCount(visibleCount + pageSize);
				await retry();
			},
			refetch: retry,
		},
		remove: toggle,
	};
}
