import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { SavedList } from '../../../contract/saved-items.ts';
import { useActor } from '../../platform/actor.ts';
import { batched } from '../../platform/batch.ts';
import { keptFor } from '../../platform/kept-answers.ts';
import { useSaved } from '../../saved-items/saved-items.tsx';

/** Items shown before 'Show more'. */
const pageSize = 24;

interface SavedItemsOptions<Item> {
	list: SavedList;
	/** Those of these items that are not gone. */
	load: (ids: number[], signal: AbortSignal) => Promise<Item[]>;
	/** The words a search looks in. */
	wordsOf: (item: Item) => string;
	search: string;
}

/** One saved item: null where it is gone, undefined while it has not come. */
export interface SavedItem<Item> {
	id: number;
	item: Item | null | undefined;
}

/** What stands on a saved list, in its order. A search looks at all of it. */
export function useSavedItems<Item extends { id: number }>(options: SavedItemsOptions<Item>) {
	const { list, wordsOf } = options;
	const { ids, toggle } = useSaved(list);
	const meta = keptFor(useActor()?.id ?? null);
	const [shown, setShown] = useState(pageSize);
	const words = options.search.toLowerCase().split(/\s+/).filter(Boolean);
	const searching = words.length > 0;
	const wanted = searching ? (ids ?? []) : (ids ?? []).slice(0, shown);

	// The cards of a screen come in one call.
	const [ask] = useState(() =>
		batched<number, Item | null>({
			most: limits.ids,
			load: async (asked, signal) => {
				const items = new Map((await options.load(asked, signal)).map((item) => [item.id, item]));
				return asked.map((id) => items.get(id) ?? null);
			},
		}),
	);
	const queries = useQueries({
		queries: wanted.map((id) => ({
			queryKey: ['saved-item', list, id],
			meta,
			queryFn: ({ signal }: { signal: AbortSignal }) => ask(id, signal),
		})),
	});

	const items: SavedItem<Item>[] = wanted.map((id, index) => ({ id, item: queries[index]?.data }));
	const matching = items.filter(
		({ item }) => !searching || (item && words.every((word) => wordsOf(item).toLowerCase().includes(word))),
	);
	const failed = queries.filter((query) => query.isError);
	return {
		/** Null until the browser has been asked. */
		ids,
		items: matching,
		pending: queries.some((query) => query.isPending),
		/** Why some did not come. */
		error: failed[0]?.error ?? null,
		retrying: failed.some((query) => query.isFetching),
		retry: () => {
			for (const query of failed) void query.refetch();
		},
		more: !searching && (ids?.length ?? 0) > shown,
		showMore: () => setShown(shown + pageSize),
		remove: toggle,
	};
}
