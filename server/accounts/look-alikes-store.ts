import { type SqlBool, sql } from 'kysely';
import { type Db, lockRows, type Tx } from '../database/index.ts';
import type { AccountRow, AccountTables } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables>();

/** Order in which accounts with one skeleton have a right to the name. */
const byRight = sql`case when business_verified_at is null then 1 else 0 end, name_since, id`;

const selectVisible = (db: Db) =>
	on(db).selectFrom('accounts').selectAll().where('suspended_at', 'is', null).where('deletes_at', 'is', null);

/**
 * Finds the visible account that has the best right to names with a skeleton: one with a verified business before others, then the one that
 * has had such a name for longest. `exceptId` leaves one account out.
 */
export async function findNameHolder(db: Db, skeleton: string, exceptId = 0): Promise<AccountRow | null> {
	const holder = await selectVisible(db)
		.where('name_skeleton', '=', skeleton)
		.where('id', '<>', exceptId)
		.orderBy(byRight)
		.limit(1)
		.executeTakeFirst();
	return holder ?? null;
}

/** Finds the account that `findNameHolder` finds for each of several skeletons. */
async function findNameHolders(db: Db, skeletons: readonly string[]): Promise<AccountRow[]> {
	const ranked = selectVisible(db)
		.select(sql<number>`row_number() over (partition by name_skeleton order by ${byRight})`.as('right'))
		.where('name_skeleton', 'in', skeletons);
	return on(db).selectFrom(ranked.as('ranked')).selectAll().where('right', '=', 1).execute();
}

/**
 * Takes at most `limit` accounts that a migration has marked and that nobody has taken yet, with the holders of their names.
 * An account that has the better right to its name by now is the holder itself.
 */
export async function takeUnreported(
	tx: Tx,
	limit: number,
): Promise<{ account: AccountRow; holder: AccountRow | undefined }[]> {
	const unreported = on(tx)
		.selectFrom('accounts')
		.selectAll()
		.where(sql<SqlBool>`unreported_look_alike = 1`)
		.orderBy('id')
		.limit(limit);
	const accounts = await lockRows(tx, unreported);
	if (accounts.length === 0) return [];
	const ids = accounts.map(({ id }) => id);
	await on(tx).updateTable('accounts').set({ unreported_look_alike: 0 }).where('id', 'in', ids).execute();
	const holders = await findNameHolders(tx, [...new Set(accounts.map(({ name_skeleton }) => name_skeleton ?? ''))]);
	const bySkeleton = new Map(holders.map((holder) => [holder.name_skeleton, holder]));
	return accounts.map((account) => ({ account, holder: bySkeleton.get(account.name_skeleton) }));
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
