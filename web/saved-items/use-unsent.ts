import { useStoredValue } from '../platform/stored-value.ts';
import { bases, sendingOf, stored } from './lists.ts';

/** How many saves and removals of saved items the account's lists do not know of yet. */
export function useUnsentSaves(account: number | undefined): number {
	const local = {
		wishlist: useStoredValue(stored.wishlist),
		talks: useStoredValue(stored.talks),
		tweets: useStoredValue(stored.tweets),
	};
	const known = {
		wishlist: useStoredValue(bases.wishlist),
		talks: useStoredValue(bases.talks),
		tweets: useStoredValue(bases.tweets),
	};
	if (account === undefined) return 0;
	return (['wishlist', 'talks', 'tweets'] as const)
		.map((list) => sendingOf(local[list] ?? [], known[list], account))
		.reduce((total, { add, remove }) => total + add.length + remove.length, 0);
}
