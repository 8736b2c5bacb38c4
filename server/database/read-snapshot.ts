import { CompiledQuery, sql } from 'kysely';
import { type Db, openDatabase, type Tx } from './database.ts';
import type { DatabaseLocation } from './location.ts';

/**
 * Runs `work` with a database of its own connection, which sees one state of the database: nothing that others commit meanwhile. `work` may
 * take long and must only read. Writers do not wait for it.
 */
export async function readSnapshot<Result>(
	location: DatabaseLocation,
	work: (db: Db) => Promise<Result>,
): Promise<Result> {
	const db = openDatabase(location);
	try {
		if (db.engine === 'postgres') {
			return await db.transaction(async (tx) => {
				await run(tx, 'set transaction isolation level repeatable read, read only');
				await disableTimeout(tx);
				return work(tx);
			});
		}
		// The transactions of `db` would lock the file for writes. This one takes its snapshot with the first read.
		await sql`begin`.execute(db.kysely);
		try {
			return await work(db);
		} finally {
			await sql`rollback`.execute(db.kysely);
		}
	} finally {
		await db.close();
	}
}

/** Lets the statements of a transaction on PostgreSQL take long, because reading a large table does. */
export async function disableTimeout(tx: Tx): Promise<void> {
	await run(tx, 'set local statement_timeout = 0');
}

const run = (db: Db, statement: string) => db.tables().getExecutor().executeQuery(CompiledQuery.raw(statement));
