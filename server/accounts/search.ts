import type { Tx } from '../database/index.ts';
import { openSearchIndex } from '../search/index.ts';
import { peopleListsCacheTag } from './cache-tags.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

export const peopleIndex = openSearchIndex('people');

/** Adds the account to the people search. Removes administrators, suspended accounts and accounts pending deletion. */
export async function indexAccount(tx: Tx, account: AccountRow): Promise<void> {
	const { id, user_name, display_name, bio, role } = account;
	tx.invalidate(peopleListsCacheTag);
	if (role !== 'user' || !isAccountVisible(account)) return peopleIndex.remove(tx, id);
	await peopleIndex.put(tx, { id, title: [display_name, user_name].join('\n'), text: bio });
}
