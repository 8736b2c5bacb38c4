import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import { isApiError } from '../platform/api-error.ts';
import { bases, changed, type Sending, sendingOf, settled, stored, without } from './lists.ts';

// The contract's own list of them stands beside schemas, which the first page does without.
const listNames = Object.keys(stored) as SavedList[];

interface Sync {
	/** Sends what has changed here and takes over what has changed elsewhere. False where some of it got no answer. */
	all: () => Promise<boolean>;
	/** Sends one change, false without an answer; rejects where the server refuses it, and then the change is undone. */
	change: (list: SavedList, id: number, saved: boolean) => Promise<boolean>;
}

interface Account {
	id: number;
	/** False once somebody else may be using this browser. */
	active: () => boolean;
	/** So many ids of this browser's list did not fit into the account's. */
	onLeftOut: (count: number) => void;
}

/** Sends what has changed in a list; answers the account's as it is then. */
export async function send(
	api: Client,
	list: SavedList,
	{ add, remove }: Sending,
	options: { token?: string } = {},
): Promise<{ ids: number[] }> {
	for (const id of remove) await api.unsave({ params: { list, id: String(id) } }, options);
	return add.length > 0
		? api.uniteSaved({ params: { list }, body: { ids: add.slice(0, limits.savedItems) } }, options)
		: api.getSaved({ params: { list } }, options);
}

/** Keeps the lists of this browser and of an account in step. One call of a list after the other. */
export function createSync(api: Client, { id: account, active, onLeftOut }: Account): Sync {
	const last: Partial<Record<SavedList, Promise<unknown>>> = {};

	function inTurn<T>(list: SavedList, run: () => Promise<T>): Promise<T> {
		const turn = (last[list] ?? Promise.resolve()).then(run, run);
		last[list] = turn;
		return turn;
	}

	async function unite(list: SavedList) {
		if (!active()) return;
		const before = stored[list].get() ?? [];
		const sending = sendingOf(before, bases[list].get(), account);
		const { ids } = await send(api, list, sending);
		if (!active()) return;
		const now = stored[list].get() ?? [];
		const leftOut = ids.length < limits.savedItems ? [] : without(sending.add, ids);
		if (leftOut.length > 0) onLeftOut(leftOut.length);
		bases[list].set({ account, ids });
		const next = settled(ids, before, now);
		if (next.join() !== now.join()) stored[list].set(next);
	}

	async function sendChange(list: SavedList, id: number, saved: boolean) {
		const base = bases[list].get();
		// Before the lists are united the change is part of what is united.
		if (base?.account !== account) {
			await unite(list);
			return true;
		}
		const input = { params: { list, id: String(id) } };
		try {
			await (saved ? api.save(input) : api.unsave(input));
		} catch (error) {
			// Without an answer it stays as it is here, and is sent with the next look.
			if (!isApiError(error) || error.status === 401 || error.status === 429 || error.status >= 500) return false;
			if (active()) stored[list].set(changed(stored[list].get() ?? [], id, !saved));
			throw error;
		}
		if (active()) bases[list].set({ account, ids: changed(bases[list].get()?.ids ?? [], id, saved) });
		return true;
	}

	return {
		all: async () => {
			const ends = await Promise.allSettled(listNames.map((list) => inTurn(list, () => unite(list))));
			return ends.every(({ status }) => status === 'fulfilled');
		},
		change: (list, id, saved) => inTurn(list, () => sendChange(list, id, saved)),
	};
}
