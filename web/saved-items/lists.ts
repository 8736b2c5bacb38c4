import type { SavedList } from '../../contract/saved-items.ts';
import { storedValue } from '../platform/stored-value.ts';

/** The three lists as local storage holds them: ids as numbers, newest first. */
export const stored = {
	wishlist: storedValue('wishlist', parseIds),
	talks: storedValue('talks', parseIds),
	tweets: storedValue('tweets', parseIds),
} satisfies Record<SavedList, unknown>;

/** What the server is known to hold of an account's list: what differs here is still to be sent. */
export interface Base {
	account: number;
	ids: number[];
}

export const bases = {
	wishlist: storedValue('wishlist-sent', parseBase),
	talks: storedValue('talks-sent', parseBase),
	tweets: storedValue('tweets-sent', parseBase),
} satisfies Record<SavedList, unknown>;

/** What is to be sent of a list, to whoever is logged in. */
export interface Sending {
	add: number[];
	remove: number[];
}

/**
 * What has changed here since the server's list was last known. A list that belongs to nobody yet is united in full;
 * of another account's list only what was added since is taken along.
 */
export function sendingOf(local: readonly number[], base: Base | null, account: number): Sending {
	if (!base) return { add: [...local], remove: [] };
	const add = without(local, base.ids);
	return { add, remove: base.account === account ? without(base.ids, local) : [] };
}

/** The server's list with what has been added and removed here while it was on its way. */
export function settled(answer: readonly number[], before: readonly number[], now: readonly number[]): number[] {
	const added = without(now, before);
	const removed = without(before, now);
	return [...without(added, answer), ...without(answer, removed)];
}

/** The list with the id in front, or without it. */
export function changed(ids: readonly number[], id: number, saved: boolean): number[] {
	const others = ids.filter((other) => other !== id);
	return saved ? [id, ...others] : others;
}

/** Those ids that are not among the others. */
export function without(ids: readonly number[], others: readonly number[]): number[] {
	const gone = new Set(others);
	return ids.filter((id) => !gone.has(id));
}

/** Positive whole numbers, each once; numbers kept as text count. Null where it is no list. */
export function parseIds(value: unknown): number[] | null {
	if (!Array.isArray(value)) return null;
	return [...new Set(value.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0))];
}

function parseBase(value: unknown): Base | null {
	if (typeof value !== 'object' || value === null) return null;
	const { account, ids } = value as Partial<Record<keyof Base, unknown>>;
	const list = parseIds(ids);
	return typeof account === 'number' && list ? { account, ids: list } : null;
}
