import type { Insertable, Updateable } from 'kysely';
import { type Db, lockRow, type Tx } from '../platform/database/index.ts';
import type { BreachNoticeRow, BreachRow, DataProtectionTables } from './tables.ts';

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

/** Counts the listed accounts of each breach, and those without a notice. */
export async function countAccounts(
	db: Db,
	ids: readonly number[],
): Promise<Map<number, { accounts: number; unnotified: number }>> {
	if (ids.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('breach_accounts')
		.select(({ fn }) => [
			'breach_id',
			fn.countAll<number>().as('accounts'),
			fn.count<number>('notice_id').as('notified'),
		])
		.where('breach_id', 'in', ids)
		.groupBy('breach_id')
		.execute();
	return new Map(
		rows.map((row) => {
			const accounts = Number(row.accounts);
			return [row.breach_id, { accounts, unnotified: accounts - Number(row.notified) }];
		}),
	);
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

/** Lists the notices of breaches, oldest first. */
export async function listNotices(db: Db, breachIds: readonly number[]): Promise<BreachNoticeRow[]> {
	if (breachIds.length === 0) return [];
	return on(db).selectFrom('breach_notices').selectAll().where('breach_id', 'in', breachIds).orderBy('id').execute();
}

/** Stores a notice and assigns it to the accounts of its breach that have none. Returns its id. */
export async function insertNotice(
	tx: Tx,
	notice: Insertable<DataProtectionTables['breach_notices']>,
): Promise<number> {
	const { id } = await on(tx).insertInto('breach_notices').values(notice).returning('id').executeTakeFirstOrThrow();
	const unnotified = on(tx).updateTable('breach_accounts').set({ notice_id: id }).where('notice_id', 'is', null);
	await unnotified.where('breach_id', '=', notice.breach_id).execute();
	return id;
}

/** Marks up to `most` accounts of a notice as queued. Returns their ids. */
export async function takeUnqueuedAccounts(tx: Tx, noticeId: number, now: number, most: number): Promise<number[]> {
	const found = await on(tx)
		.selectFrom('breach_accounts')
		.select('account_id')
		.where('notice_id', '=', noticeId)
		.where('queued_at', 'is', null)
		.orderBy('account_id')
		.limit(most)
		.execute();
	if (found.length === 0) return [];
	// Another run of the job may have taken some meanwhile.
	const taken = await on(tx)
		.updateTable('breach_accounts')
		.set({ queued_at: now })
		.where('notice_id', '=', noticeId)
		.where('queued_at', 'is', null)
		.where(
			'account_id',
			'in',
			found.map((row) => row.account_id),
		)
		.returning('account_id')
		.execute();
	return taken.map((row) => row.account_id);
}

export async function findNotice(db: Db, id: number): Promise<BreachNoticeRow | null> {
	return (await on(db).selectFrom('breach_notices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
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
export async function listNotifiedBreaches(
	db: Db,
	accountId: number,
): Promise<(BreachRow & { notice: string | null })[]> {
	return on(db)
		.selectFrom('breaches')
		.innerJoin('breach_accounts', 'breach_accounts.breach_id', 'breaches.id')
		.leftJoin('breach_notices', 'breach_notices.id', 'breach_accounts.notice_id')
		.selectAll('breaches')
		.select('breach_notices.text as notice')
		.where('breach_accounts.account_id', '=', accountId)
		.where('breaches.people_notified_at', 'is not', null)
		.orderBy('breaches.id')
		.execute();
}
