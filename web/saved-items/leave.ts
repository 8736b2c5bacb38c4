import type { Client } from '../../contract/client.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import { bases, type Sending, sendingOf, stored } from './lists.ts';
import { send } from './sync.ts';

/** What an account's list has not sent yet when it leaves the device. */
export interface Unsent extends Sending {
	list: SavedList;
}

/** How many saves and removals of saved items an account that leaves has not sent. */
export function countUnsent(account: number): number {
	return unsentOf(account).reduce((total, { add, remove }) => total + add.length + remove.length, 0);
}

function unsentOf(account: number): Unsent[] {
	return (Object.keys(stored) as SavedList[]).flatMap((list) => {
		const base = bases[list].get();
		// A list that was never united with an account stays on the device.
		if (base?.account !== account) return [];
		const sending = sendingOf(stored[list].get() ?? [], base, account);
		return sending.add.length + sending.remove.length > 0 ? [{ list, ...sending }] : [];
	});
}

/**
 * Takes the lists that are an account's off this device, for whoever uses it next; they come back when it logs in again. Lists that
 * were never united with an account stay. Answers what the account does not know of yet.
 */
export function takeSaved(account: number): Unsent[] {
	const left = unsentOf(account);
	for (const list of Object.keys(stored) as SavedList[]) {
		if (bases[list].get()?.account !== account) continue;
		// In this order: another tab that saw an emptied list beside what is known of it would take all of it off the account.
		bases[list].remove();
		stored[list].remove();
	}
	return left;
}

/** Tries once to send it, in the name of the session that ends. */
export async function sendLeft(api: Client, token: string, left: readonly Unsent[]): Promise<void> {
	await Promise.allSettled(left.map((unsent) => send(api, unsent.list, unsent, { token })));
}
