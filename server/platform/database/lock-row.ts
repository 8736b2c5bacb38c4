import type { SelectQueryBuilder } from 'kysely';
import type { Tx } from './database.ts';

/**
 * The row that a query of one table selects, as it stands once no other transaction is changing it; who else would change, delete or
 * lock it waits until this transaction ends. Null where there is none. SQLite runs one transaction at a time, so that nothing is locked.
 */
export async function lockRow<Tables, Table extends keyof Tables, Row>(
	tx: Tx,
	query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<Row | null> {
	const [row = null] = await lockRows(tx, query);
	return row;
}

/** The same for all the rows that it selects. */
export async function lockRows<Tables, Table extends keyof Tables, Row>(
	tx: Tx,
	query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<Row[]> {
	// As an update of columns that are no key locks: rows that refer to this one can still be added.
	const locking = tx.engine === 'postgres' ? query.forNoKeyUpdate() : query;
	return (await locking.execute()) as Row[];
}
