import type { Tx } from '../platform/database/index.ts';
import { searchIndex } from '../platform/search/index.ts';
import type { AccountRow } from './tables.ts';

export const peopleIndex = searchIndex('people');

/** What a search knows of an account follows its row: administrators and whoever is suspended cannot be found. */
export async function index(
	tx: Tx,
	{ id, user_name, display_name, bio, role, suspended_at }: AccountRow,
): Promise<void> {
	if (role !== 'user' || suspended_at !== null) return peopleIndex.remove(tx, id);
	await peopleIndex.put(tx, { id, title: [display_name, user_name].join('\n'), text: bio });
}
