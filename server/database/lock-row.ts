import type { SelectQueryBuilder } from 'kysely';
import type { Db, Tx } from './database.ts';

/**
 * Locks the row that a query of one table selects, until the transaction ends. Returns the committed state of the row, or null if the query
 * selects no row. Other transactions that change, delete or lock the row wait. SQLite needs no lock, because it runs one transaction at a
 * time.
 */
export async function lockRow<Tables, Table extends keyof Tables, Row>(
	tx: Tx,
	query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<Row | null> {
	const [row = null] = await lockRows(tx, query);
	return row;
}

/** Locks every row that a query of one table selects, as `lockRow` locks one row. */
export async function lockRows<Tables, Table extends keyof Tables, Row>(
	tx: Tx,
	query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<Row[]> {
	return (await toLocking(tx, query).execute()) as Row[];
}

/**
 * Makes a query of one table lock the rows that it selects, as `lockRow` does. With `skipLocked`, it omits rows that another transaction has
 * locked, instead of waiting for them.
 */
export function toLocking<Tables, Table extends keyof Tables, Row>(
	{ engine }: Db,
	query: SelectQueryBuilder<Tables, Table, Row>,
	{ skipLocked = false } = {},
): SelectQueryBuilder<Tables, Table, Row> {
	if (engine === 'sqlite') return query;
	// `FOR NO KEY UPDATE` lets other transactions insert references to the locked row.
	const locking = query.forNoKeyUpdate();
	return skipLocked ? locking.skipLocked() : locking;
}
