import { sql } from 'kysely';
import { type Db, lockRows, type Tx } from '../platform/database/index.ts';
import type { AccountRow, AccountTables } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables>();

/**
 * Finds the visible account that has the best right to names with a skeleton: one with a verified business before others, then the one that
 * has had such a name for longest. `exceptId` leaves one account out.
 */
export async function findNameHolder(db: Db, skeleton: string, exceptId = 0): Promise<AccountRow | null> {
	const holder = await on(db)
		.selectFrom('accounts')
		.selectAll()
		.where('name_skeleton', '=', skeleton)
		.where('id', '<>', exceptId)
		.where('suspended_at', 'is', null)
		.where('deletes_at', 'is', null)
		.orderBy(sql`case when business_verified_at is null then 1 else 0 end`)
		.orderBy('name_since')
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return holder ?? null;
}

/** Marks all accounts with a skeleton as look-alikes, except the holder of the name. Returns those that change. */
export async function updateLookAlikes(tx: Tx, skeleton: string, holderId: number): Promise<AccountRow[]> {
	const expected = sql<number>`case when id = ${holderId} then 0 else 1 end`;
	const wrong = on(tx)
		.selectFrom('accounts')
		.select('id')
		.where('name_skeleton', '=', skeleton)
		.where('look_alike', '<>', expected)
		.orderBy('id');
	const ids = (await lockRows(tx, wrong)).map(({ id }) => id);
	if (ids.length === 0) return [];
	return on(tx).updateTable('accounts').set({ look_alike: expected }).where('id', 'in', ids).returningAll().execute();
}
