import type { Updateable } from 'kysely';
import type { AuthorizedRow } from '../core/authorization.ts';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { ImportRow, ImportTables } from './tables.ts';

const on = (db: Db) => db.tables<ImportTables>();

export async function insertImport(tx: Tx, accountId: number, ads: number, now: number): Promise<ImportRow> {
	return on(tx)
		.insertInto('imports')
		.values({ account_id: accountId, ads, created_at: now, last_at: now, finished_at: null, undone_at: null })
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Reads an import and locks it until the transaction ends. */
export function lockImportRow(tx: Tx, id: number): Promise<ImportRow | null> {
	return lockRow(tx, on(tx).selectFrom('imports').selectAll().where('id', '=', id));
}

export async function findImport(db: Db, id: number): Promise<ImportRow | null> {
	return (await on(db).selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function updateImport(
	tx: Tx,
	{ id }: AuthorizedRow<ImportRow>,
	change: Updateable<ImportTables['imports']>,
): Promise<void> {
	await on(tx).updateTable('imports').set(change).where('id', '=', id).execute();
}

export async function deleteImport(tx: Tx, { id }: AuthorizedRow<ImportRow>): Promise<void> {
	await on(tx).deleteFrom('imports').where('id', '=', id).execute();
}

/** Lists the imports of an account with ids below `below`, newest first. Costs one index scan. */
export async function listImports(
	db: Db,
	accountId: number,
	{ below = null, since, limit }: { below?: number | null; since?: number; limit?: number } = {},
): Promise<ImportRow[]> {
	let query = on(db).selectFrom('imports').selectAll().where('account_id', '=', accountId);
	if (below !== null) query = query.where('id', '<', below);
	if (since !== undefined) query = query.where('created_at', '>', since);
	if (limit !== undefined) query = query.limit(limit);
	return query.orderBy('id', 'desc').execute();
}

/** Lists open imports whose last ad is older than `before`. */
export async function listSilentImports(
	db: Db,
	before: number,
	limit: number,
): Promise<Pick<ImportRow, 'id' | 'account_id'>[]> {
	return on(db)
		.selectFrom('imports')
		.select(['id', 'account_id'])
		.where('finished_at', 'is', null)
		.where('last_at', '<', before)
		.orderBy('last_at')
		.limit(limit)
		.execute();
}
