import type { Insertable, Updateable } from 'kysely';
import { type Db, lockRow, type Tx } from '../platform/database/index.ts';
import type { BreachRow, DataProtectionTables } from './tables.ts';

const on = (db: Db) => db.tables<DataProtectionTables>();

export async function insertBreach(tx: Tx, breach: Insertable<DataProtectionTables['breaches']>): Promise<BreachRow> {
	return on(tx).insertInto('breaches').values(breach).returningAll().executeTakeFirstOrThrow();
}

/** Changes a breach. Returns null if there is none with this id. */
export async function updateBreach(
	tx: Tx,
	id: number,
	change: Updateable<DataProtectionTables['breaches']>,
): Promise<BreachRow | null> {
	const query = on(tx).updateTable('breaches').set(change).where('id', '=', id).returningAll();
	return (await query.executeTakeFirst()) ?? null;
}

export async function lockBreach(tx: Tx, id: number): Promise<BreachRow | null> {
	return lockRow(tx, on(tx).selectFrom('breaches').selectAll().where('id', '=', id));
}

/** Lists breaches with an id below `below`, newest first. */
export async function listBreaches(db: Db, below: number | null, limit: number): Promise<BreachRow[]> {
	let query = on(db).selectFrom('breaches').selectAll();
	if (below !== null) query = query.where('id', '<', below);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Counts the listed accounts of each breach. */
export async function countAccounts(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
	if (ids.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('breach_accounts')
		.select(({ fn }) => ['breach_id', fn.countAll<number>().as('count')])
		.where('breach_id', 'in', ids)
		.groupBy('breach_id')
		.execute();
	return new Map(rows.map((row) => [row.breach_id, Number(row.count)]));
}

/** Adds accounts to a breach, except those that it lists already. */
export async function insertAccounts(tx: Tx, breachId: number, accountIds: readonly number[]): Promise<void> {
	if (accountIds.length === 0) return;
	await on(tx)
		.insertInto('breach_accounts')
		.values(accountIds.map((account_id) => ({ breach_id: breachId, account_id })))
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

export async function listAccountIds(db: Db, breachId: number): Promise<number[]> {
	const query = on(db).selectFrom('breach_accounts').select('account_id').where('breach_id', '=', breachId);
	return (await query.orderBy('account_id').execute()).map((row) => row.account_id);
}

/** Lists the times at which breaches were noticed that the Commission must know and does not know yet. */
export async function listUnreportedTimes(db: Db, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('breaches')
		.select('noticed_at')
		.where('commission_notified_at', 'is', null)
		.where('closed_at', 'is', null)
		.where('risk', '!=', 'unlikely')
		.orderBy('noticed_at')
		.limit(limit)
		.execute();
	return rows.map((row) => row.noticed_at);
}

/** Lists the breaches that touched an account, and about which its owner was told. */
export async function listNotifiedBreaches(db: Db, accountId: number): Promise<BreachRow[]> {
	return on(db)
		.selectFrom('breaches')
		.innerJoin('breach_accounts', 'breach_accounts.breach_id', 'breaches.id')
		.selectAll('breaches')
		.where('breach_accounts.account_id', '=', accountId)
		.where('breaches.people_notified_at', 'is not', null)
		.orderBy('breaches.id')
		.execute();
}
