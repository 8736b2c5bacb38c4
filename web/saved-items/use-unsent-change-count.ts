import { useStoredValue } from '../platform/stored-value.ts';
import { getListChanges, storedLists, syncedLists } from './lists.ts';

export function useUnsentChangeCount(account: number | undefined): number {
	const local = {
		wishlist: useStoredValue(storedLists.wishlist),
		talks: useStoredValue(storedLists.talks),
		tweets: useStoredValue(storedLists.tweets),
	};
	const synced = {
		wishlist: useStoredValue(syncedLists.wishlist),
		talks: useStoredValue(syncedLists.talks),
		tweets: useStoredValue(syncedLists.tweets),
	};
	if (account === undefined) return 0;
	return (['wishlist', 'talks', 'tweets'] as const)
		.map((list) => getListChanges(local[list] ?? [], synced[list], account))
		.reduce((total, { add, remove }) => total + add.length + remove.length, 0);
}
