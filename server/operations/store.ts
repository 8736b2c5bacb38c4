import type { Insertable } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { OperationTables, SiteNoticeRow } from './tables.ts';

const on = (db: Db) => db.tables<OperationTables>();

export async function findSiteNotice(db: Db, now: number): Promise<SiteNoticeRow | null> {
	const query = on(db).selectFrom('notices').selectAll().where('ends_at', '>', now).orderBy('id', 'desc').limit(1);
	return (await query.executeTakeFirst()) ?? null;
}

export async function insertSiteNotice(tx: Tx, notice: Insertable<OperationTables['notices']>): Promise<SiteNoticeRow> {
	return on(tx).insertInto('notices').values(notice).returningAll().executeTakeFirstOrThrow();
}

/** Ends all current site notices. Returns the ids of the ended notices. */
export async function endSiteNotices(tx: Tx, now: number): Promise<number[]> {
	const rows = await on(tx)
		.updateTable('notices')
		.set({ ends_at: now })
		.where('ends_at', '>', now)
		.returning('id')
		.execute();
	return rows.map((row) => row.id);
}
