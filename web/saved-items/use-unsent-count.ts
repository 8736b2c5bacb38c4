import { useStoredValue } from '../platform/stored-value.ts';
import { getListChanges, storedLists, syncedLists } from './lists.ts';

/** How many saves and removals of saved items the account's lists do not know of yet. */
export function useUnsentCount(account: number | undefined): number {
	const local = {
		wishlist: useStoredValue(storedLists.wishlist),
		talks: useStoredValue(storedLists.talks),
		tweets: useStoredValue(storedLists.tweets),
	};
	const known = {
		wishlist: useStoredValue(syncedLists.wishlist),
		talks: useStoredValue(syncedLists.talks),
		tweets: useStoredValue(syncedLists.tweets),
	};
	if (account === undefined) return 0;
	return (['wishlist', 'talks', 'tweets'] as const)
		.map((list) => getListChanges(local[list] ?? [], known[list], account))
		.reduce((total, { add, remove }) => total + add.length + remove.length, 0);
}
