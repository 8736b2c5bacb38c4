import type { Insertable } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { EmailChangeRow, EmailChangeTables } from './tables.ts';

const on = (db: Db) => db.tables<EmailChangeTables>();

/** Returns the id of the change. */
export async function insertEmailChange(
	tx: Tx,
	change: Insertable<EmailChangeTables['email_changes']>,
): Promise<number> {
	const { id } = await on(tx).insertInto('email_changes').values(change).returning('id').executeTakeFirstOrThrow();
	return id;
}

/** Returns whether an address was the confirmed one of another account than `accountId`, whose owner can still restore it. */
export async function isEmailReserved(
	db: Db,
	emailKey: string,
	{ accountId, after }: { accountId: number | null; after: number },
): Promise<boolean> {
	const rows = await on(db)
		.selectFrom('email_changes')
		.select('account_id')
		.where('email_key', '=', emailKey)
		.where('changed_at', '>', after)
		.execute();
	return rows.some((row) => row.account_id !== accountId);
}

/** Gives a change the token of its mailed link. Returns null if the change was undone or has expired. */
export async function assignEmailChangeToken(tx: Tx, id: number, tokenHash: string): Promise<EmailChangeRow | null> {
	const change = on(tx).updateTable('email_changes').set({ token_hash: tokenHash }).where('id', '=', id);
	return (await change.returningAll().executeTakeFirst()) ?? null;
}

export async function findEmailChange(db: Db, tokenHash: string, after: number): Promise<EmailChangeRow | null> {
	const query = on(db)
		.selectFrom('email_changes')
		.selectAll()
		.where('token_hash', '=', tokenHash)
		.where('changed_at', '>', after);
	return (await query.executeTakeFirst()) ?? null;
}

/** Deletes a change and the later ones of its account. Returns false if the change is already undone. */
export async function consumeEmailChange(tx: Tx, { id, account_id }: EmailChangeRow): Promise<boolean> {
	const later = on(tx).deleteFrom('email_changes').where('account_id', '=', account_id).where('id', '>=', id);
	return (await later.returning('id').execute()).some((row) => row.id === id);
}

export async function listEmailChanges(db: Db, accountId: number): Promise<EmailChangeRow[]> {
	return on(db).selectFrom('email_changes').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

/** Returns the keys of the addresses that can no longer be restored. */
export async function deleteEmailChangesBefore(tx: Tx, time: number): Promise<Set<string>> {
	const changes = on(tx).deleteFrom('email_changes').where('changed_at', '<=', time).returning('email_key');
	return new Set((await changes.execute()).map((row) => row.email_key));
}
