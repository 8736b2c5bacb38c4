import type { Client } from '../../contract/core/client.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { getListChanges, type ListChanges, storedLists, syncedLists } from './lists.ts';
import { sendListChanges } from './sync.ts';

export interface UnsentChanges extends ListChanges {
	list: SavedList;
}

export function countUnsentChanges(account: number): number {
	return listUnsentChanges(account).reduce((total, { add, remove }) => total + add.length + remove.length, 0);
}

function listUnsentChanges(account: number): UnsentChanges[] {
	return (Object.keys(storedLists) as SavedList[]).flatMap((list) => {
		const base = syncedLists[list].get();
		// A list that was never synced with this account has no unsent changes.
		if (base?.account !== account) return [];
		const changes = getListChanges(storedLists[list].get() ?? [], base, account);
		return changes.add.length + changes.remove.length > 0 ? [{ list, ...changes }] : [];
	});
}

/**
 * Removes an account's saved lists from this device at logout. The account's next login restores them. Lists that were never synced with
 * any account stay. Returns the unsent changes.
 */
export function clearSavedLists(account: number): UnsentChanges[] {
	const unsent = listUnsentChanges(account);
	for (const list of Object.keys(storedLists) as SavedList[]) {
		if (syncedLists[list].get()?.account !== account) continue;
		// Keep this order: a tab that sees an empty list with a synced state would delete all items from the account.
		syncedLists[list].remove();
		storedLists[list].remove();
	}
	return unsent;
}

/** Sends unsent changes once with the token of the ending session. Never rejects. */
export async function sendUnsentChanges(
	api: Client,
	token: string,
	unsentChanges: readonly UnsentChanges[],
): Promise<void> {
	await Promise.allSettled(unsentChanges.map((unsent) => sendListChanges(api, unsent.list, unsent, { token })));
}
