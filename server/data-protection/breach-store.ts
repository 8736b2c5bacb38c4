import type { Insertable, Updateable } from 'kysely';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { BreachAccountRow, BreachRow, CountedNotice, DataProtectionTables } from './tables.ts';

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
export async function listNotices(db: Db, breachIds: readonly number[]): Promise<CountedNotice[]> {
	if (breachIds.length === 0) return [];
	const rows = await on(db)
		.selectFrom('breach_notices')
		.leftJoin('breach_accounts', 'breach_accounts.notice_id', 'breach_notices.id')
		.selectAll('breach_notices')
		.select(({ fn }) => [
			fn.count<number>('breach_accounts.account_id').as('listed'),
			fn.count<number>('breach_accounts.mailed_at').as('mailed'),
			fn.count<number>('breach_accounts.unmailed_at').as('unmailed'),
		])
		.where('breach_notices.breach_id', 'in', breachIds)
		.groupBy('breach_notices.id')
		.orderBy('breach_notices.id')
		.execute();
	return rows.map((row) => ({
		...row,
		listed: Number(row.listed),
		mailed: Number(row.mailed),
		unmailed: Number(row.unmailed),
	}));
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

/** Finds the text of a notice whose mail an account did not get yet. */
export async function findUnmailedText(db: Db, noticeId: number, accountId: number): Promise<string | null> {
	const row = await on(db)
		.selectFrom('breach_accounts')
		.innerJoin('breach_notices', 'breach_notices.id', 'breach_accounts.notice_id')
		.select('breach_notices.text')
		.where('breach_notices.id', '=', noticeId)
		.where('breach_accounts.account_id', '=', accountId)
		.where('breach_accounts.mailed_at', 'is', null)
		.executeTakeFirst();
	return row?.text ?? null;
}

/** Stores that an account got the mail of a notice, and the time at which people were notified of the breach, unless that is stored. */
export async function markMailed(tx: Tx, noticeId: number, accountId: number, now: number): Promise<void> {
	await on(tx)
		.updateTable('breach_accounts')
		.set({ mailed_at: now, unmailed_at: null })
		.where('notice_id', '=', noticeId)
		.where('account_id', '=', accountId)
		.execute();
	await on(tx)
		.updateTable('breaches')
		.set({ people_notified_at: now })
		.where('people_notified_at', 'is', null)
		.where('id', '=', (query) => query.selectFrom('breach_notices').select('breach_id').where('id', '=', noticeId))
		.execute();
}

/** Stores that an account could not get the mail of a notice, or without `accountId`, that no account could whose mail is not queued. */
export async function markUnmailed(tx: Tx, noticeId: number, now: number, accountId?: number): Promise<void> {
	const waiting = on(tx)
		.updateTable('breach_accounts')
		.set({ unmailed_at: now })
		.where('notice_id', '=', noticeId)
		.where('mailed_at', 'is', null);
	await (accountId === undefined
		? waiting.where('queued_at', 'is', null)
		: waiting.where('account_id', '=', accountId)
	).execute();
}

export async function listAccounts(db: Db, breachId: number): Promise<BreachAccountRow[]> {
	return on(db).selectFrom('breach_accounts').selectAll().where('breach_id', '=', breachId).execute();
}

/** Lists the notices to an account, newest first. */
export async function listOwnNotices(
	db: Db,
	accountId: number,
	limit: number,
): Promise<{ id: number; text: string; created_at: number }[]> {
	return on(db)
		.selectFrom('breach_notices')
		.innerJoin('breach_accounts', 'breach_accounts.notice_id', 'breach_notices.id')
		.select(['breach_notices.id', 'breach_notices.text', 'breach_notices.created_at'])
		.where('breach_accounts.account_id', '=', accountId)
		.orderBy('breach_notices.id', 'desc')
		.limit(limit)
		.execute();
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
		.where((where) =>
			where.or([
				where('breach_accounts.notice_id', 'is not', null),
				where('breaches.people_notified_at', 'is not', null),
			]),
		)
		.orderBy('breaches.id')
		.execute();
}
