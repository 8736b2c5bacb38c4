import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { AccountTables, KnownLoginOriginRow, KnownLoginOriginTables } from './tables.ts';

const on = (db: Db) => db.tables<KnownLoginOriginTables>();

export async function isKnownLoginOrigin(
	db: Db,
	{ account_id, kind, hash }: Omit<KnownLoginOriginRow, 'common_hash' | 'last_used_at'>,
	since: number,
): Promise<boolean> {
	const row = await on(db)
		.selectFrom('known_callers')
		.select('last_used_at')
		.where('account_id', '=', account_id)
		.where('kind', '=', kind)
		.where('hash', '=', hash)
		.where('last_used_at', '>=', since)
		.executeTakeFirst();
	return row !== undefined;
}

export async function upsertKnownLoginOrigin(tx: Tx, caller: KnownLoginOriginRow): Promise<void> {
	await on(tx)
		.insertInto('known_callers')
		.values(caller)
		.onConflict((conflict) =>
			conflict.columns(['account_id', 'kind', 'hash']).doUpdateSet({
				common_hash: sql<string>`excluded.common_hash`,
				last_used_at: sql<number>`excluded.last_used_at`,
			}),
		)
		.execute();
}

/** Deletes all but the `limit` most recently used networks and devices of an account. */
export async function trimKnownLoginOrigins(tx: Tx, accountId: number, limit: number): Promise<void> {
	await on(tx)
		.deleteFrom('known_callers')
		.where('account_id', '=', accountId)
		.where('last_used_at', '<=', (eb) =>
			eb
				.selectFrom('known_callers as other')
				.select('other.last_used_at')
				.where('other.account_id', '=', accountId)
				.orderBy('other.last_used_at', 'desc')
				.limit(1)
				.offset(limit),
		)
		.execute();
}

export async function listKnownLoginOrigins(
	db: Db,
	accountId: number,
): Promise<Pick<KnownLoginOriginRow, 'kind' | 'last_used_at'>[]> {
	return on(db)
		.selectFrom('known_callers')
		.select(['kind', 'last_used_at'])
		.where('account_id', '=', accountId)
		.orderBy('last_used_at', 'desc')
		.orderBy('kind')
		.execute();
}

/** Lists what an account has in common with others since `since`. Omits networks of more than `maxAccounts` accounts. */
export async function listSharedOrigins(
	db: Db,
	accountId: number,
	otherIds: readonly number[],
	since: number,
	maxAccounts: number,
): Promise<Pick<KnownLoginOriginRow, 'account_id' | 'kind'>[]> {
	if (otherIds.length === 0) return [];
	return on(db)
		.selectFrom('known_callers as one')
		.innerJoin('known_callers as other', (join) =>
			join.onRef('other.common_hash', '=', 'one.common_hash').onRef('other.kind', '=', 'one.kind'),
		)
		.select(['other.account_id', 'one.kind'])
		.where('one.account_id', '=', accountId)
		.where('other.account_id', 'in', otherIds)
		.where('one.last_used_at', '>=', since)
		.where('other.last_used_at', '>=', since)
		.where(({ or, eb, not, exists, selectFrom }) =>
			or([
				eb('one.kind', '=', 'device'),
				not(
					exists(
						selectFrom('known_callers as any')
							.select('any.account_id')
							.whereRef('any.common_hash', '=', 'one.common_hash')
							.where('any.last_used_at', '>=', since)
							.limit(1)
							.offset(maxAccounts),
					),
				),
			]),
		)
		.execute();
}

/** Lists the hashes of the browsers of an account that are the same for other accounts with the same browser. */
export async function listDeviceHashes(db: Db, accountId: number): Promise<string[]> {
	const query = on(db).selectFrom('known_callers').select('common_hash').where('account_id', '=', accountId);
	return (await query.where('kind', '=', 'device').execute()).flatMap((row) => row.common_hash ?? []);
}

/** Counts the other accounts created since `since` that used a network or device of an account. */
export async function countNewNeighbours(db: Db, accountId: number, since: number): Promise<number> {
	const { count } = await db
		.tables<KnownLoginOriginTables & AccountTables>()
		.selectFrom('known_callers as own')
		.innerJoin('known_callers as other', (join) =>
			join.onRef('other.common_hash', '=', 'own.common_hash').onRef('other.kind', '=', 'own.kind'),
		)
		.innerJoin('accounts', 'accounts.id', 'other.account_id')
		.select(({ fn }) => fn.count<number>('accounts.id').distinct().as('count'))
		.where('own.account_id', '=', accountId)
		.where('accounts.id', '<>', accountId)
		.where('accounts.created_at', '>', since)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function deleteKnownLoginOriginsBefore(db: Db, moment: number): Promise<void> {
	await on(db).deleteFrom('known_callers').where('last_used_at', '<', moment).execute();
}
