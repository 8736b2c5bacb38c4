import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Table that exists from the beginning of an import to its end. */
export const unfinishedImportTable = 'unfinished_import';

/** Returns the hash of the manifest whose import has begun and not ended; null if there is none. */
export async function readUnfinishedImport(db: Database): Promise<string | null> {
	const exists =
		db.engine === 'sqlite'
			? sql`select 1 from sqlite_master where name = ${unfinishedImportTable}`
			: sql`select 1 where to_regclass(${unfinishedImportTable}) is not null`;
	if ((await exists.execute(db.kysely)).rows.length === 0) return null;
	const { rows } = await sql<{ manifest: string }>`select manifest from ${sql.table(unfinishedImportTable)}`.execute(
		db.kysely,
	);
	return rows[0]?.manifest ?? '';
}

/** Throws if an import into this database has begun and not ended. */
export async function assertImportFinished(db: Database): Promise<void> {
	if ((await readUnfinishedImport(db)) === null) return;
	throw new Error(
		'An import into this market has not ended, so the market is incomplete. Run the same `market import` again: it continues.',
	);
}

export async function beginImport(db: Database, manifest: string): Promise<void> {
	await db.transaction(async (tx) => {
		await sql`create table ${sql.table(unfinishedImportTable)} (manifest text not null)`.execute(tx.tables());
		await sql`insert into ${sql.table(unfinishedImportTable)} (manifest) values (${manifest})`.execute(tx.tables());
	});
}

export async function endImport(db: Database): Promise<void> {
	await db.transaction(async (tx) => {
		await sql`drop table ${sql.table(unfinishedImportTable)}`.execute(tx.tables());
	});
}

/** Returns the error of an import that stopped after it began. */
export function toUnfinishedError(error: unknown): Error {
	const reason = error instanceof Error ? error.message : String(error);
	return new Error(`The import stopped before its end. Run the same command again: it continues. ${reason}`, {
		cause: error,
	});
}
