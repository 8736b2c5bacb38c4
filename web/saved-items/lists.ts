import type { SavedList } from '../../contract/saved-items.ts';
import { createStoredValue } from '../platform/stored-value.ts';

/** The three lists as local storage holds them: ids as numbers, newest first. */
export const storedLists = {
	wishlist: createStoredValue('wishlist', parseIds),
	talks: createStoredValue('talks', parseIds),
	tweets: createStoredValue('tweets', parseIds),
} satisfies Record<SavedList, unknown>;

/** What the server is known to hold of an account's list: what differs here is still to be sent. */
export interface SyncedList {
	account: number;
	ids: number[];
}

export const syncedLists = {
	wishlist: createStoredValue('wishlist-sent', parseSyncedList),
	talks: createStoredValue('talks-sent', parseSyncedList),
	tweets: createStoredValue('tweets-sent', parseSyncedList),
} satisfies Record<SavedList, unknown>;

/** What is to be sent of a list, to whoever is logged in. */
export interface ListChanges {
	add: number[];
	remove: number[];
}

/**
 * What has changed here since the server's list was last known. A list that belongs to nobody yet is united in full;
 * of another account's list only what was added since is taken along.
 */
export function getListChanges(local: readonly number[], synced: SyncedList | null, account: number): ListChanges {
	if (!synced) return { add: [...local], remove: [] };
	const add = difference(local, synced.ids);
	return { add, remove: synced.account === account ? difference(synced.ids, local) : [] };
}

/** The server's list with what has been added and removed here while it was on its way. */
export function mergeList(serverIds: readonly number[], before: readonly number[], now: readonly number[]): number[] {
	const added = difference(now, before);
	const removed = difference(before, now);
	return [...difference(added, serverIds), ...difference(serverIds, removed)];
}

/** The list with the id in front, or without it. */
export function withItem(ids: readonly number[], id: number, saved: boolean): number[] {
	const others = ids.filter((other) => other !== id);
	return saved ? [id, ...others] : others;
}

/** Those ids that are not among the others. */
export function difference(ids: readonly number[], others: readonly number[]): number[] {
	const gone = new Set(others);
	return ids.filter((id) => !gone.has(id));
}

/** Positive whole numbers, each once; numbers kept as text count. Null where it is no list. */
export function parseIds(value: unknown): number[] | null {
	if (!Array.isArray(value)) return null;
	return [...new Set(value.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0))];
}

function parseSyncedList(value: unknown): SyncedList | null {
	if (typeof value !== 'object' || value === null) return null;
	const { account, ids } = value as Partial<Record<keyof SyncedList, unknown>>;
	const list = parseIds(ids);
	return typeof account === 'number' && list ? { account, ids: list } : null;
}
