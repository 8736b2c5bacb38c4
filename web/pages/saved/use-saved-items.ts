import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdCard } from '../../../contract/ads.ts';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/posts.ts';
import type { SavedList } from '../../../contract/saved-items.ts';
import { useActor } from '../../platform/actor.ts';
import { createBatchLoader } from '../../platform/batch.ts';
import { savedItemQuery } from '../../saved-items/queries.ts';
import { useSavedList } from '../../saved-items/saved-items-provider.tsx';

/** Items shown before 'Show more'. */
const pageSize = 24;

interface SavedItemsOptions<Item> {
	list: SavedList;
	/** Those of these items that are not gone. */
	load: (ids: number[], signal: AbortSignal) => Promise<Item[]>;
	/** The words a search looks in. */
	getSearchText: (item: Item) => string;
	search: string;
}

/** One saved item: null where it is gone, undefined while it has not come. */
export interface SavedItem<Item> {
	id: number;
	item: Item | null | undefined;
}

/** What stands on a saved list, in its order. A search looks at all of it. */
export function useSavedItems<Item extends AdCard | Post>(options: SavedItemsOptions<Item>) {
	const { list, getSearchText } = options;
	const { ids, toggle } = useSavedList(list);
	const account = useActor()?.id ?? null;
	const [visibleCount, setVisibleCount] = useState(pageSize);
	const words = options.search.toLowerCase().split(/\s+/).filter(Boolean);
	const searching = words.length > 0;
	const wanted = searching ? (ids ?? []) : (ids ?? []).slice(0, visibleCount);

	// The cards of a screen come in one call.
	const [loadItem] = useState(() =>
		createBatchLoader<number, Item | null>({
			maxBatchSize: limits.idsPerRequest,
			load: async (asked, signal) => {
				const items = new Map((await options.load(asked, signal)).map((item) => [item.id, item]));
				return asked.map((id) => items.get(id) ?? null);
			},
		}),
	);
	const queries = useQueries({ queries: wanted.map((id) => savedItemQuery(list, id, account, loadItem)) });
	const failed = queries.filter((query) => query.isError);
	// Until all have been looked at, there may be another match.
	const isSearching = searching && queries.some((query) => query.isPending);
	const hasMore = !searching && (ids?.length ?? 0) > visibleCount;
	const retry = () => Promise.all(failed.map((query) => query.refetch()));

	const items: SavedItem<Item>[] = wanted.map((id, index) => ({ id, item: queries[index]?.data }));
	const matching = items.filter(
		({ item }) => !searching || (item && words.every((word) => getSearchText(item).toLowerCase().includes(word))),
	);
	const hasNoItems = wanted.length > 0 && items.every(({ item }) => item === undefined);
	return {
		/** Null until the browser has been asked. */
		ids,
		/** Undefined while none has come. */
		items: hasNoItems ? undefined : matching,
		/** As of a list whose next page are those that did not come, and those that are not shown yet. */
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
