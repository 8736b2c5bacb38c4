import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { createStoredValue } from '../platform/stored-value.ts';

/** Saved lists in local storage. Each holds item ids, newest first. */
export const storedLists = {
	wishlist: createStoredValue('wishlist', parseIds),
	talks: createStoredValue('talks', parseIds),
	tweets: createStoredValue('tweets', parseIds),
} satisfies Record<SavedList, unknown>;

/** Saved list of an account on the server at the last sync. Differences between it and the local list are unsent changes. */
export interface SyncedList {
	account: number;
	ids: number[];
}

export const syncedLists = {
	wishlist: createStoredValue('wishlist-sent', parseSyncedList),
	talks: createStoredValue('talks-sent', parseSyncedList),
	tweets: createStoredValue('tweets-sent', parseSyncedList),
} satisfies Record<SavedList, unknown>;

export interface ListChanges {
	add: number[];
	remove: number[];
}

/**
 * Computes the changes of a local saved list since the last sync. If the list was never synced, all its items are added. If it was synced
 * with another account, only later additions are sent.
 */
export function getListChanges(local: readonly number[], synced: SyncedList | null, account: number): ListChanges {
	if (!synced) return { add: [...local], remove: [] };
	const add = subtractIds(local, synced.ids);
	return { add, remove: synced.account === account ? subtractIds(synced.ids, local) : [] };
}

/** Applies local changes made during a sync request (from `before` to `now`) to the server's list. */
export function mergeList(serverIds: readonly number[], before: readonly number[], now: readonly number[]): number[] {
	const added = subtractIds(now, before);
	const removed = subtractIds(before, now);
	return [...subtractIds(added, serverIds), ...subtractIds(serverIds, removed)];
}

export function addOrRemoveId(ids: readonly number[], id: number, saved: boolean): number[] {
	const others = ids.filter((other) => other !== id);
	return saved ? [id, ...others] : others;
}

export function subtractIds(ids: readonly number[], others: readonly number[]): number[] {
	const excluded = new Set(others);
	return ids.filter((id) => !excluded.has(id));
}

/** Parses ids: positive integers without duplicates, also as numeric strings. Null if the value is not an array. */
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
