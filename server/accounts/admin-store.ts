import { sql } from 'kysely';
import type { UserState } from '../../contract/operations/operations.ts';
import { createdDay, type Db } from '../database/index.ts';
import type { AccountRow, AccountTables } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables>();

export interface AccountFilter {
	/** Search text: part of a user name, display name or email address. */
	q?: string | undefined;
	state?: UserState | undefined;
}

/** Lists accounts with an id below `beforeId`, newest first. */
export async function listAccounts(
	db: Db,
	{ q, state }: AccountFilter,
	beforeId: number | null,
	limit: number,
): Promise<AccountRow[]> {
	let query = on(db).selectFrom('accounts').selectAll();
	if (q) {
		const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
		const matches = (column: 'user_name' | 'display_name' | 'email') =>
			sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
		query = query.where(({ or }) => or([matches('user_name'), matches('display_name'), matches('email')]));
	}
	if (state === 'unverified') query = query.where('email_verified_at', 'is', null).where('sample', '=', 0);
	if (state === 'suspended') query = query.where('suspended_at', 'is not', null);
	if (state === 'deleted') query = query.where('deletes_at', 'is not', null);
	if (state === 'admin') query = query.where('role', '=', 'admin');
	if (state === 'sample') query = query.where('sample', '=', 1);
	if (beforeId !== null) query = query.where('id', '<', beforeId);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Lists accounts that have one of the user names or of the normalized email addresses. */
export async function listByNameOrEmail(
	db: Db,
	keys: readonly string[],
): Promise<Pick<AccountRow, 'id' | 'user_name' | 'email_key'>[]> {
	return on(db)
		.selectFrom('accounts')
		.select(['id', 'user_name', 'email_key'])
		.where(({ or, eb }) => or([eb('user_name', 'in', keys), eb('email_key', 'in', keys)]))
		.execute();
}

/** Returns the last use of any stored login by account id, in milliseconds since 1970. A program with an API token is not its owner. */
export async function findLastSeenByAccount(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
	if (ids.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('sessions')
		.select(({ fn }) => ['account_id', fn.max('last_used_at').as('seen')])
		.where('account_id', 'in', ids)
		.where('scopes', 'is', null)
		.groupBy('account_id')
		.execute();
	return new Map(rows.map((row) => [row.account_id, Number(row.seen)]));
}

/** Lists the ids of sample accounts that are not yet marked for deletion. */
export async function listSampleAccountIds(db: Db): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('sample', '=', 1)
		.where('deletes_at', 'is', null)
		.orderBy('id')
		.execute();
	return rows.map((row) => row.id);
}

/** Counts accounts in total and by state, without sample accounts. */
export async function countAccounts(db: Db) {
	const count = (condition: string) => sql<number>`count(case when ${sql.raw(condition)} then 1 end)`;
	return on(db)
		.selectFrom('accounts')
		.select([
			count('sample = 0').as('all'),
			count('sample = 0 and email_verified_at is not null').as('verified'),
			count('sample = 0 and suspended_at is not null').as('suspended'),
			count('sample = 0 and deletes_at is not null').as('deleted'),
		])
		.executeTakeFirstOrThrow();
}

/** Counts sign-ups per UTC day, in days since 1970. Omits days without sign-ups. */
export async function countSignUpsByDay(db: Db, from: number): Promise<{ day: number; count: number }[]> {
	return on(db)
		.selectFrom('accounts')
		.select(({ fn }) => [createdDay.as('day'), fn.countAll<number>().as('count')])
		.where('created_at', '>=', from)
		.where('sample', '=', 0)
		.groupBy(createdDay)
		.execute();
}
