import type { Db, Tx } from '../database/index.ts';
import { sessionsCacheTag } from './cache-tags.ts';
import type { AccountTables, RecoveryTables } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables & RecoveryTables>();

export async function listAccountsDueForErasure(db: Db, now: number, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('deletes_at', 'is not', null)
		.where('deletes_at', '<=', now)
		.orderBy('deletes_at')
		.limit(limit)
		.execute();
	return rows.map((row) => row.id);
}

/** Deletes an account row. The database deletes dependent rows by cascade. */
export async function deleteAccount(tx: Tx, id: number): Promise<void> {
	await on(tx).deleteFrom('accounts').where('id', '=', id).execute();
	tx.invalidate(sessionsCacheTag(id));
}

export async function insertFormerUserName(tx: Tx, nameHash: string): Promise<void> {
	await on(tx)
		.insertInto('former_user_names')
		.values({ name_hash: nameHash })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Returns whether an erased account had this user name. Such a name stays taken, so that old links cannot lead to another person. */
export async function isFormerUserName(db: Db, nameHash: string): Promise<boolean> {
	const query = on(db).selectFrom('former_user_names').select('name_hash').where('name_hash', '=', nameHash);
	return (await query.executeTakeFirst()) !== undefined;
}

/** Returns those of the hashed user names that an erased account had. */
export async function listFormerUserNames(db: Db, nameHashes: readonly string[]): Promise<string[]> {
	const query = on(db).selectFrom('former_user_names').select('name_hash').where('name_hash', 'in', nameHashes);
	return (await query.execute()).map((row) => row.name_hash);
}

/** Returns whether any account was ever erased. */
export async function hasAnyFormerUserName(db: Db): Promise<boolean> {
	return (await on(db).selectFrom('former_user_names').select('name_hash').limit(1).executeTakeFirst()) !== undefined;
}
