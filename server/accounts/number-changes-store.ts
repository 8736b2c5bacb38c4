import type { Insertable } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { NumberChangeRow, NumberChangeTables } from './tables.ts';

const on = (db: Db) => db.tables<NumberChangeTables>();

/** Rows of one statement, below the limit of parameters of both engines. */
const rowsPerStatement = 500;

export async function insertNumberChanges(
	tx: Tx,
	rows: readonly Insertable<NumberChangeTables['number_changes']>[],
): Promise<void> {
	for (let from = 0; from < rows.length; from += rowsPerStatement) {
		await on(tx)
			.insertInto('number_changes')
			.values(rows.slice(from, from + rowsPerStatement))
			.execute();
	}
}

export async function hasNumberChange(tx: Tx, accountId: number): Promise<boolean> {
	const query = on(tx).selectFrom('number_changes').select('id').where('account_id', '=', accountId).limit(1);
	return (await query.executeTakeFirst()) !== undefined;
}

/** Returns whether changes of an account since `since` wait for a mail that is not being sent yet. */
export async function hasWaitingNumberChange(tx: Tx, accountId: number, since: number): Promise<boolean> {
	const query = on(tx)
		.selectFrom('number_changes')
		.select('id')
		.where('account_id', '=', accountId)
		.where('token_hash', 'is', null)
		.where('changed_at', '>=', since);
	return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Gives the changes that wait for their mail the token of its link. Returns the id of the first change; null if none waits. */
export async function assignNumberChangeToken(tx: Tx, accountId: number, tokenHash: string): Promise<number | null> {
	const rows = await on(tx)
		.updateTable('number_changes')
		.set({ token_hash: tokenHash })
		.where('account_id', '=', accountId)
		.where('mailed_at', 'is', null)
		.returning('id')
		.execute();
	return rows.length === 0 ? null : Math.min(...rows.map(({ id }) => id));
}

export async function setNumberChangesMailed(tx: Tx, tokenHash: string, at: number): Promise<void> {
	await on(tx).updateTable('number_changes').set({ mailed_at: at }).where('token_hash', '=', tokenHash).execute();
}

/** Returns the first change of a mailed link that was made after `after`. */
export async function findNumberChangeByToken(tx: Tx, tokenHash: string, after: number) {
	const query = on(tx)
		.selectFrom('number_changes')
		.select(['id', 'account_id'])
		.where('token_hash', '=', tokenHash)
		.where('changed_at', '>', after)
		.orderBy('id')
		.limit(1);
	return (await query.executeTakeFirst()) ?? null;
}

/** Deletes the changes of an account from `firstId` on. Returns them, oldest first. */
export async function takeNumberChanges(tx: Tx, accountId: number, firstId: number): Promise<NumberChangeRow[]> {
	const query = on(tx).deleteFrom('number_changes').where('account_id', '=', accountId).where('id', '>=', firstId);
	return (await query.returningAll().execute()).sort((a, b) => a.id - b.id);
}

export async function listNumberChanges(db: Db, accountId: number): Promise<NumberChangeRow[]> {
	return on(db).selectFrom('number_changes').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export async function deleteNumberChangesBefore(db: Db, time: number): Promise<void> {
	await on(db).deleteFrom('number_changes').where('changed_at', '<=', time).execute();
}
