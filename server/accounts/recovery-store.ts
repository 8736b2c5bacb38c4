import type { Insertable } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { AccountTables, RecoveryTables } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables & RecoveryTables>();

export async function insertPasswordReset(tx: Tx, reset: Insertable<RecoveryTables['password_resets']>): Promise<void> {
	await on(tx).insertInto('password_resets').values(reset).execute();
}

export async function findPasswordReset(db: Db, tokenHash: string, now: number) {
	const row = await on(db)
		.selectFrom('password_resets')
		.select('account_id')
		.where('token_hash', '=', tokenHash)
		.where('ends_at', '>', now)
		.executeTakeFirst();
	return row ?? null;
}

/** Deletes a password reset token. Returns false if the token is already used or expired. */
export async function consumePasswordReset(tx: Tx, tokenHash: string, now: number): Promise<boolean> {
	const row = await on(tx)
		.deleteFrom('password_resets')
		.where('token_hash', '=', tokenHash)
		.where('ends_at', '>', now)
		.returning('account_id')
		.executeTakeFirst();
	return row !== undefined;
}

/** Invalidates every password reset link and verification link that was mailed for the account. */
export async function deleteMailedLinks(tx: Tx, accountId: number): Promise<void> {
	await on(tx).deleteFrom('password_resets').where('account_id', '=', accountId).execute();
	await on(tx).deleteFrom('email_tokens').where('account_id', '=', accountId).execute();
}

export async function deleteEmailTokens(tx: Tx, accountId: number, emailKey: string): Promise<void> {
	await on(tx)
		.deleteFrom('email_tokens')
		.where('account_id', '=', accountId)
		.where('email_key', '=', emailKey)
		.execute();
}

/** Counts the other administrators who are not pending deletion. Locks all administrators until the transaction ends. */
export async function countOtherAdministrators(tx: Tx, accountId: number): Promise<number> {
	const rows = await on(tx)
		.updateTable('accounts')
		.set({ role: 'admin' })
		.where('role', '=', 'admin')
		.returning(['id', 'deletes_at'])
		.execute();
	return rows.filter((row) => row.id !== accountId && row.deletes_at === null).length;
}

export async function deleteExpiredPasswordResets(db: Db, now: number): Promise<void> {
	await on(db).deleteFrom('password_resets').where('ends_at', '<=', now).execute();
}
