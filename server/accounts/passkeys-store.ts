import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { PasskeyTables } from './tables.ts';

export type PasskeyRow = Selectable<PasskeyTables['passkeys']>;

const on = (db: Db) => db.tables<PasskeyTables>();

/** Stores a challenge. `account_id` is the account that adds a passkey; null for a login. */
export async function insertChallenge(db: Db, challenge: Insertable<PasskeyTables['passkey_challenges']>) {
	await on(db).insertInto('passkey_challenges').values(challenge).execute();
}

/** Deletes a challenge, so that it is used once. Returns false if it is unknown, expired, or for another account or purpose. */
export async function consumeChallenge(
	db: Db,
	challengeHash: string,
	accountId: number | null,
	now: number,
): Promise<boolean> {
	const row = await on(db)
		.deleteFrom('passkey_challenges')
		.where('challenge_hash', '=', challengeHash)
		.where('account_id', accountId === null ? 'is' : '=', accountId)
		.where('ends_at', '>', now)
		.returning('challenge_hash')
		.executeTakeFirst();
	return row !== undefined;
}

export async function deleteExpiredChallenges(db: Db, now: number): Promise<void> {
	await on(db).deleteFrom('passkey_challenges').where('ends_at', '<=', now).execute();
}

/** Lists an account's passkeys, newest first. */
export async function listPasskeys(db: Db, accountId: number): Promise<PasskeyRow[]> {
	return on(db).selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute();
}

export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
	const query = on(db).selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId);
	return (await query.executeTakeFirst()) ?? null;
}

export async function insertPasskey(tx: Tx, passkey: Insertable<PasskeyTables['passkeys']>): Promise<PasskeyRow> {
	return on(tx).insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow();
}

/** Renames a passkey of the account. Returns null if the account has no such passkey. */
export async function renamePasskey(tx: Tx, accountId: number, id: number, name: string): Promise<PasskeyRow | null> {
	const row = await on(tx)
		.updateTable('passkeys')
		.set({ name })
		.where('id', '=', id)
		.where('account_id', '=', accountId)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/**
 * Stores the use of a passkey. Returns false if the passkey is gone, or if its counter did not grow, which means that the passkey was copied.
 * Passkeys that are synchronized between devices do not count: their counter stays 0.
 */
export async function recordPasskeyUse(tx: Tx, id: number, signCount: number, now: number): Promise<boolean> {
	const row = await on(tx)
		.updateTable('passkeys')
		.set({ sign_count: signCount, last_used_at: now })
		.where('id', '=', id)
		.where('sign_count', signCount === 0 ? '=' : '<', signCount)
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes a passkey of the account. Returns false if the account has no such passkey. */
export async function deletePasskey(tx: Tx, accountId: number, id: number): Promise<boolean> {
	const row = await on(tx)
		.deleteFrom('passkeys')
		.where('id', '=', id)
		.where('account_id', '=', accountId)
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

/**
 * Deletes all passkeys of an account, and the challenges for new ones. Returns whether it had any passkey. Call it before sessions are
 * deleted: it waits for logins with a passkey, so that their sessions are deleted, too.
 */
export async function deletePasskeys(tx: Tx, accountId: number): Promise<boolean> {
	await on(tx).deleteFrom('passkey_challenges').where('account_id', '=', accountId).execute();
	const rows = await on(tx).deleteFrom('passkeys').where('account_id', '=', accountId).returning('id').execute();
	return rows.length > 0;
}
