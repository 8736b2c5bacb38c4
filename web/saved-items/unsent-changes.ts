import type { Client } from '../../contract/client.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import { getListChanges, type ListChanges, storedLists, syncedLists } from './lists.ts';
import { sendChanges } from './sync.ts';

/** What an account's list has not sent yet when it leaves the device. */
export interface UnsentChanges extends ListChanges {
	list: SavedList;
}

/** How many saves and removals of saved items an account that leaves has not sent. */
export function countUnsent(account: number): number {
	return listUnsent(account).reduce((total, { add, remove }) => total + add.length + remove.length, 0);
}

function listUnsent(account: number): UnsentChanges[] {
	return (Object.keys(storedLists) as SavedList[]).flatMap((list) => {
		const base = syncedLists[list].get();
		// A list that was never united with an account stays on the device.
		if (base?.account !== account) return [];
		const sending = getListChanges(storedLists[list].get() ?? [], base, account);
		return sending.add.length + sending.remove.length > 0 ? [{ list, ...sending }] : [];
	});
}

/**
 * Takes the lists that are an account's off this device, for whoever uses it next; they come back when it logs in again. Lists that
 * were never united with an account stay. Answers what the account does not know of yet.
 */
export function clearSavedLists(account: number): UnsentChanges[] {
	const left = listUnsent(account);
	for (const list of Object.keys(storedLists) as SavedList[]) {
		if (syncedLists[list].get()?.account !== account) continue;
		// In this order: another tab that saw an emptied list beside what is known of it would take all of it off the account.
		syncedLists[list].remove();
		storedLists[list].remove();
	}
	return left;
}

/** Tries once to send it, in the name of the session that ends. */
export async function sendUnsent(api: Client, token: string, unsentChanges: readonly UnsentChanges[]): Promise<void> {
	await Promise.allSettled(unsentChanges.map((unsent) => sendChanges(api, unsent.list, unsent, { token })));
}
