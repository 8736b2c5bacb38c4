import type { Client } from '../../contract/core/client.ts';
import * as savedItemLimits from '../../contract/saved-items/limits.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { isApiError } from '../platform/api-error.ts';
import {
	addOrRemoveId,
	getListChanges,
	type ListChanges,
	mergeList,
	storedLists,
	subtractIds,
	syncedLists,
} from './lists.ts';

// The list names come from `storedLists`, because importing them from the contract would bundle its schemas into the first page.
const listNames = Object.keys(storedLists) as SavedList[];

interface SavedItemsSync {
	/** Syncs all saved lists in both directions. Resolves to false if a request failed. */
	syncAll: () => Promise<boolean>;
	/**
	 * Saves or removes one item on the server. Resolves to false if the response is missing or temporary. If the server rejects the change,
	 * undoes it locally and rejects.
	 */
	sendChange: (list: SavedList, id: number, saved: boolean) => Promise<boolean>;
}

interface SyncAccount {
	id: number;
	/** Returns false once another account may be using this browser. */
	isActive: () => boolean;
	/** Callback with the number of local items that did not fit into the account's list. */
	onListFull: (count: number) => void;
}

/** Sends additions and removals of a saved list. Resolves to the account's list afterwards. */
export async function sendListChanges(
	api: Client,
	list: SavedList,
	{ add, remove }: ListChanges,
	options: { token?: string } = {},
): Promise<{ ids: number[] }> {
	for (const id of remove) await api.unsave({ params: { list, id: String(id) } }, options);
	return add.length > 0
		? api.uniteSaved({ params: { list }, body: { ids: add.slice(0, savedItemLimits.savedItems) } }, options)
		: api.getSaved({ params: { list } }, options);
}

/** Syncs this browser's saved lists with an account's. Requests for the same list run one after another. */
export function createSavedItemsSync(api: Client, { id: account, isActive, onListFull }: SyncAccount): SavedItemsSync {
	const queues: Partial<Record<SavedList, Promise<unknown>>> = {};

	function enqueue<T>(list: SavedList, run: () => Promise<T>): Promise<T> {
		const result = (queues[list] ?? Promise.resolve()).then(run, run);
		queues[list] = result;
		return result;
	}

	async function syncList(list: SavedList) {
		if (!isActive()) return;
		const before = storedLists[list].get() ?? [];
		const changes = getListChanges(before, syncedLists[list].get(), account);
		const { ids } = await sendListChanges(api, list, changes);
		if (!isActive()) return;
		const now = storedLists[list].get() ?? [];
		const skipped = ids.length < savedItemLimits.savedItems ? [] : subtractIds(changes.add, ids);
		if (skipped.length > 0) onListFull(skipped.length);
		syncedLists[list].set({ account, ids });
		const next = mergeList(ids, before, now);
		if (next.join() !== now.join()) storedLists[list].set(next);
	}

	async function sendOneChange(list: SavedList, id: number, saved: boolean) {
		const base = syncedLists[list].get();
		// Before the first sync with this account, a full sync sends the change.
		if (base?.account !== account) {
			await syncList(list);
			return true;
		}
		const input = { params: { list, id: String(id) } };
		try {
			await (saved ? api.save(input) : api.unsave(input));
		} catch (error) {
			// If the server gave no final response, the local change stays and the next sync sends it.
			if (!isApiError(error) || error.status === 401 || error.status === 429 || error.status >= 500) return false;
			if (isActive()) storedLists[list].set(addOrRemoveId(storedLists[list].get() ?? [], id, !saved));
			throw error;
		}
		if (isActive())
			syncedLists[list].set({ account, ids: addOrRemoveId(syncedLists[list].get()?.ids ?? [], id, saved) });
		return true;
	}

	return {
		syncAll: async () => {
			const results = await Promise.allSettled(listNames.map((list) => enqueue(list, () => syncList(list))));
			return results.every(({ status }) => status === 'fulfilled');
		},
		sendChange: (list, id, saved) => enqueue(list, () => sendOneChange(list, id, saved)),
	};
}
