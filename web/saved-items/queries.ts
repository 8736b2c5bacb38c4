import { queryOptions } from '@tanstack/react-query';
import type { AdCard } from '../../contract/ads.ts';
import type { Post } from '../../contract/posts.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import { persistFor } from '../platform/persisted-queries.ts';

/** What the keys of all items of a saved list begin with. */
export function savedItemsKey(list: SavedList) {
	return ['saved-item', list] as const;
}

/** One item of a saved list, null where it is gone; kept for this account or, with null, for whoever uses the device. */
export function savedItemQuery<Item extends AdCard | Post>(
	list: SavedList,
	id: number,
	account: number | null,
	load: (id: number, signal: AbortSignal) => Item | null | Promise<Item | null>,
) {
	return queryOptions({
		queryKey: [...savedItemsKey(list), id],
		meta: persistFor(account, list),
		queryFn: ({ signal }) => load(id, signal),
	});
}
