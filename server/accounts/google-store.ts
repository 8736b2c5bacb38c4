import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { IdentityTables } from './tables.ts';

export type PendingGoogleSignIn = Selectable<IdentityTables['google_sign_ins']>;

const on = (db: Db) => db.tables<IdentityTables>();

export async function insertPendingSignIn(
	db: Db,
	signIn: Insertable<IdentityTables['google_sign_ins']>,
): Promise<void> {
	await on(db).insertInto('google_sign_ins').values(signIn).execute();
}

/** Deletes and returns the pending Google sign-in with this browser and `state`, so that each is used once. Null if there is none. */
export async function consumePendingSignIn(
	db: Db,
	browserHash: string,
	state: string,
	now: number,
): Promise<PendingGoogleSignIn | null> {
	const row = await on(db)
		.deleteFrom('google_sign_ins')
		.where('browser_hash', '=', browserHash)
		.where('state', '=', state)
		.where('intent', '!=', 'code')
		.where('ends_at', '>', now)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

export async function findSignInAwaitingSecondFactor(
	db: Db,
	browserHash: string,
	now: number,
): Promise<PendingGoogleSignIn | null> {
	const row = await on(db)
		.selectFrom('google_sign_ins')
		.selectAll()
		.where('browser_hash', '=', browserHash)
		.where('intent', '=', 'code')
		.where('ends_at', '>', now)
		.executeTakeFirst();
	return row ?? null;
}

/** Deletes the browser's pending Google sign-in. Returns false if there is none. */
export async function deletePendingSignIn(tx: Tx, browserHash: string): Promise<boolean> {
	const row = await on(tx)
		.deleteFrom('google_sign_ins')
		.where('browser_hash', '=', browserHash)
		.returning('browser_hash')
		.executeTakeFirst();
	return row !== undefined;
}

export async function deleteExpiredPendingSignIns(db: Db, now: number): Promise<void> {
	await on(db).deleteFrom('google_sign_ins').where('ends_at', '<=', now).execute();
}

export async function findIdentity(db: Db, issuer: string, subject: string) {
	const query = on(db).selectFrom('identities').selectAll().where('issuer', '=', issuer).where('subject', '=', subject);
	return (await query.executeTakeFirst()) ?? null;
}

/** Returns the Google identity of an account; with a single provider an account has at most one. */
export async function findIdentityByAccount(db: Db, accountId: number) {
	const query = on(db).selectFrom('identities').selectAll().where('account_id', '=', accountId).orderBy('id');
	return (await query.executeTakeFirst()) ?? null;
}

export async function insertIdentity(tx: Tx, identity: Insertable<IdentityTables['identities']>): Promise<void> {
	await on(tx).insertInto('identities').values(identity).execute();
}

export async function deleteIdentities(tx: Tx, accountId: number): Promise<boolean> {
	const rows = await on(tx).deleteFrom('identities').where('account_id', '=', accountId).returning('id').execute();
	return rows.length > 0;
}
