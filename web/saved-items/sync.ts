import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import { isApiError } from '../platform/api-error.ts';
import {
	difference,
	getListChanges,
	type ListChanges,
	mergeList,
	storedLists,
	syncedLists,
	withItem,
} from './lists.ts';

// The contract's own list of them stands beside schemas, which the first page does without.
const listNames = Object.keys(storedLists) as SavedList[];

interface SavedItemsSync {
	/** Sends what has changed here and takes over what has changed elsewhere. False where some of it got no answer. */
	syncAll: () => Promise<boolean>;
	/** Sends one change, false without an answer; rejects where the server refuses it, and then the change is undone. */
	sendChange: (list: SavedList, id: number, saved: boolean) => Promise<boolean>;
}

interface SyncAccount {
	id: number;
	/** False once somebody else may be using this browser. */
	isActive: () => boolean;
	/** So many ids of this browser's list did not fit into the account's. */
	onListFull: (count: number) => void;
}

/** Sends what has changed in a list; answers the account's as it is then. */
export async function sendChanges(
	api: Client,
	list: SavedList,
	{ add, remove }: ListChanges,
	options: { token?: string } = {},
): Promise<{ ids: number[] }> {
	for (const id of remove) await api.unsave({ params: { list, id: String(id) } }, options);
	return add.length > 0
		? api.uniteSaved({ params: { list }, body: { ids: add.slice(0, limits.savedItems) } }, options)
		: api.getSaved({ params: { list } }, options);
}

/** Keeps the lists of this browser and of an account in step. One call of a list after the other. */
export function createSync(api: Client, { id: account, isActive, onListFull }: SyncAccount): SavedItemsSync {
	const queues: Partial<Record<SavedList, Promise<unknown>>> = {};

	function enqueue<T>(list: SavedList, run: () => Promise<T>): Promise<T> {
		const turn = (queues[list] ?? Promise.resolve()).then(run, run);
		queues[list] = turn;
		return turn;
	}

	async function syncList(list: SavedList) {
		if (!isActive()) return;
		const before = storedLists[list].get() ?? [];
		const sending = getListChanges(before, syncedLists[list].get(), account);
		const { ids } = await sendChanges(api, list, sending);
		if (!isActive()) return;
		const now = storedLists[list].get() ?? [];
		const leftOut = ids.length < limits.savedItems ? [] : difference(sending.add, ids);
		if (leftOut.length > 0) onListFull(leftOut.length);
		syncedLists[list].set({ account, ids });
		const next = mergeList(ids, before, now);
		if (next.join() !== now.join()) storedLists[list].set(next);
	}

	async function sendOneChange(list: SavedList, id: number, saved: boolean) {
		const base = syncedLists[list].get();
		// Before the lists are united the change is part of what is united.
		if (base?.account !== account) {
			await syncList(list);
			return true;
		}
		const input = { params: { list, id: String(id) } };
		try {
			await (saved ? api.save(input) : api.unsave(input));
		} catch (error) {
			// Without an answer it stays as it is here, and is sent with the next look.
			if (!isApiError(error) || error.status === 401 || error.status === 429 || error.status >= 500) return false;
			if (isActive()) storedLists[list].set(withItem(storedLists[list].get() ?? [], id, !saved));
			throw error;
		}
		if (isActive()) syncedLists[list].set({ account, ids: withItem(syncedLists[list].get()?.ids ?? [], id, saved) });
		return true;
	}

	return {
		syncAll: async () => {
			const ends = await Promise.allSettled(listNames.map((list) => enqueue(list, () => syncList(list))));
			return ends.every(({ status }) => status === 'fulfilled');
		},
		sendChange: (list, id, saved) => enqueue(list, () => sendOneChange(list, id, saved)),
	};
}
