import { queryOptions } from '@tanstack/react-query';
import type { AdCard } from '../../contract/ads/ads.ts';
import type { Post } from '../../contract/posts/posts.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { buildPersistMeta } from '../platform/persisted-queries.ts';

export function savedItemsKey(list: SavedList) {
	return ['saved-item', list] as const;
}

/** Query for an item of a saved list; null if it no longer exists. The data is persisted for `account`, or for visitors if null. */
export function savedItemQuery<Item extends AdCard | Post>(
	list: SavedList,
	id: number,
	account: number | null,
	load: (id: number, signal: AbortSignal) => Item | null | Promise<Item | null>,
) {
	return queryOptions({
		queryKey: [...savedItemsKey(list), id],
		meta: buildPersistMeta(account, list),
		queryFn: ({ signal }) => load(id, signal),
	});
}
