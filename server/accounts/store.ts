import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Db, isAmong, runCompiled, type Tx, toListParameter, toLocking } from '../database/index.ts';
import { sessionsCacheTag } from './cache-tags.ts';
import type { AccountRow, AccountTables, AuditTables, SessionRow } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables>();

export async function insertAccount(tx: Tx, account: Insertable<AccountTables['accounts']>): Promise<AccountRow> {
	return on(tx).insertInto('accounts').values(account).returningAll().executeTakeFirstOrThrow();
}

export async function findAccount(db: Db, id: number): Promise<AccountRow | null> {
	return (await on(db).selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findAccounts(db: Db, ids: readonly number[]): Promise<AccountRow[]> {
	if (ids.length === 0) return [];
	return runCompiled(db, 'accounts by ids', { list: toListParameter(db, ids) }, ({ list }) =>
		on(db)
			.selectFrom('accounts')
			.selectAll()
			.where(isAmong(db, 'id', list)),
	);
}

/** Gives another key to the account with an email address, if it has not confirmed the address. */
export async function releaseUnverifiedEmail(tx: Tx, emailKey: string, otherKey: string): Promise<void> {
	const account = on(tx).updateTable('accounts').set({ email_key: otherKey }).where('email_key', '=', emailKey);
	await account.where('email_verified_at', 'is', null).execute();
}

export async function findAccountByEmail(db: Db, emailKey: string): Promise<AccountRow | null> {
	return (await on(db).selectFrom('accounts').selectAll().where('email_key', '=', emailKey).executeTakeFirst()) ?? null;
}

export async function findAccountByUserName(db: Db, userName: string): Promise<AccountRow | null> {
	const [account = null] = await runCompiled(db, 'account by user name', { userName }, (values) =>
		on(db).selectFrom('accounts').selectAll().where('user_name', '=', values.userName),
	);
	return account;
}

export async function updateAccount(
	tx: Tx,
	id: number,
	change: Updateable<AccountTables['accounts']>,
): Promise<AccountRow | null> {
	const query = on(tx).updateTable('accounts').set(change).where('id', '=', id).returningAll();
	return (await query.executeTakeFirst()) ?? null;
}

export async function lockAccountRow(tx: Tx, id: number): Promise<AccountRow | null> {
	const [account = null] = await runCompiled(tx, 'lock account', { id }, (values) =>
		toLocking(tx, on(tx).selectFrom('accounts').selectAll().where('id', '=', values.id)),
	);
	return account;
}

/**
 * Locks accounts in the order of their ids, so that transactions that lock several accounts do not deadlock. With `skipLocked`, omits those
 * that another transaction has locked.
 */
export async function lockAccountRows(
	tx: Tx,
	ids: readonly number[],
	{ skipLocked = false } = {},
): Promise<AccountRow[]> {
	if (ids.length === 0) return [];
	const name = skipLocked ? 'lock free accounts' : 'lock accounts';
	return runCompiled(tx, name, { list: toListParameter(tx, ids) }, ({ list }) => {
		const query = on(tx)
			.selectFrom('accounts')
			.selectAll()
			.where(isAmong(tx, 'id', list))
			.orderBy('id');
		return toLocking(tx, query, { skipLocked });
	});
}

/** Lists ids of accounts whose suspension ended at or before `until`. */
export async function listExpiredSuspensions(db: Db, until: number, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('suspended_until', 'is not', null)
		.where('suspended_until', '<=', until)
		.orderBy('suspended_until')
		.limit(limit)
		.execute();
	return rows.map((row) => row.id);
}

/** Returns the id of the account that has proven this phone number; null if there is none. */
export async function findVerifiedPhoneHolder(db: Db, phone: string): Promise<number | null> {
	const row = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('phone', '=', phone)
		.where('phone_verified_at', 'is not', null)
		.executeTakeFirst();
	return row?.id ?? null;
}

/** Lists accounts with a warning that were created at or before `until`. */
export async function listExpiredCautions(db: Db, until: number, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('caution', '=', sql.lit(1))
		.where('created_at', '<=', until)
		.orderBy('created_at')
		.limit(limit)
		.execute();
	return rows.map((row) => row.id);
}

/** Lists accounts whose response time was computed at or before `until`, oldest first. Omits accounts without a response time. */
export async function listStaleResponseTimes(db: Db, until: number, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('response_time', 'is not', null)
		.where('response_time_at', '<=', until)
		.orderBy('response_time_at')
		.limit(limit)
		.execute();
	return rows.map((row) => row.id);
}

export async function findAccountIdsByUserName(db: Db, userNames: readonly string[]): Promise<number[]> {
	if (userNames.length === 0) return [];
	const rows = await on(db).selectFrom('accounts').select('id').where('user_name', 'in', userNames).execute();
	return rows.map((row) => row.id);
}

/** Returns those of the user names that an account has. */
export async function listTakenUserNames(db: Db, userNames: readonly string[]): Promise<string[]> {
	const rows = await on(db).selectFrom('accounts').select('user_name').where('user_name', 'in', userNames).execute();
	return rows.map((row) => row.user_name);
}

/**
 * Adds to each account's number of followers, and of those who count in rankings, in one statement, so no concurrent update is lost. Returns
 * the numbers of followers by id.
 */
export async function incrementFollowers(
	tx: Tx,
	ids: readonly number[],
	{ followers, ranked }: { followers: number; ranked: number },
): Promise<Map<number, number>> {
	const rows = await on(tx)
		.updateTable('accounts')
		.set((eb) => ({
			followers: eb('followers', '+', followers),
			ranked_followers: eb('ranked_followers', '+', ranked),
		}))
		.where('id', 'in', ids)
		.returning(['id', 'followers'])
		.execute();
	return new Map(rows.map((row) => [row.id, row.followers]));
}

/** Returns those of the given accounts whose likes, follows and comments count in rankings. */
export async function filterRankingAccounts(db: Db, ids: readonly number[]): Promise<Set<number>> {
	const found = await runCompiled(db, 'ranking accounts', { list: toListParameter(db, ids) }, ({ list }) =>
		on(db)
			.selectFrom('accounts')
			.select('id')
			.where(isAmong(db, 'id', list))
			.where('is_ranking', '=', 1),
	);
	return new Set(found.map((row) => row.id));
}

/** Lists confirmed accounts created until `until` whose likes, follows and comments do not count in rankings. */
export async function listAccountsDueForRanking(db: Db, until: number, limit: number): Promise<number[]> {
	const query = on(db)
		.selectFrom('accounts')
		.select('id')
		.where('is_ranking', '=', sql.lit(0))
		.where('email_verified_at', 'is not', null)
		.where('created_at', '<=', until)
		.limit(limit);
	return (await query.execute()).map((row) => row.id);
}

/** Adds to an account's number of reviews and their stars in one statement. Returns the user name, or null for an unknown id. */
export async function addReviews(
	tx: Tx,
	id: number,
	{ count, stars }: { count: number; stars: number },
): Promise<string | null> {
	const row = await on(tx)
		.updateTable('accounts')
		.set((eb) => ({ review_count: eb('review_count', '+', count), review_stars: eb('review_stars', '+', stars) }))
		.where('id', '=', id)
		.returning('user_name')
		.executeTakeFirst();
	return row?.user_name ?? null;
}

/** Lists account ids above `afterId`, ascending. */
export async function listAccountIdsAfter(db: Db, afterId: number, limit: number): Promise<number[]> {
	const query = on(db).selectFrom('accounts').select('id').where('id', '>', afterId).orderBy('id').limit(limit);
	return (await query.execute()).map((row) => row.id);
}

export async function findNextVisibleAccountId(db: Db, from: number): Promise<number | null> {
	const row = await on(db)
		.selectFrom('accounts')
		.select('id')
		.where('role', '=', 'user')
		.where('suspended_at', 'is', null)
		.where('deletes_at', 'is', null)
		.where('id', '>=', from)
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? null;
}

/** Lists user names of visible accounts without administrators. Both ids of the range are inclusive. */
export async function listVisibleUserNames(db: Db, first: number, last: number): Promise<string[]> {
	const rows = await on(db)
		.selectFrom('accounts')
		.select('user_name')
		.where('role', '=', 'user')
		.where('suspended_at', 'is', null)
		.where('deletes_at', 'is', null)
		.where('id', '>=', first)
		.where('id', '<=', last)
		.orderBy('id')
		.execute();
	return rows.map((row) => row.user_name);
}

export async function hasAnyAdministrator(db: Db): Promise<boolean> {
	const row = await on(db).selectFrom('accounts').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
	return row !== undefined;
}

export async function hasAnyUser(db: Db): Promise<boolean> {
	const row = await on(db).selectFrom('accounts').select('id').where('role', '=', 'user').limit(1).executeTakeFirst();
	return row !== undefined;
}

export async function setPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
	await on(tx)
		.updateTable('accounts')
		.set({ password_hash: passwordHash, must_change_password: 0 })
		.where('id', '=', id)
		.execute();
}

export async function insertSession(tx: Tx, session: Insertable<AccountTables['sessions']>): Promise<SessionRow> {
	return on(tx).insertInto('sessions').values(session).returningAll().executeTakeFirstOrThrow();
}

/** Finds a session and its account by token hash. Returns null for an expired session or a suspended account. */
export async function findSession(db: Db, tokenHash: string, now: number) {
	const [session = null] = await runCompiled(db, 'session', { tokenHash, now }, (values) =>
		on(db)
			.selectFrom('sessions')
			.innerJoin('accounts', 'accounts.id', 'sessions.account_id')
			.select([
				'sessions.id',
				'sessions.account_id',
				'sessions.last_used_at',
				'sessions.ends_at',
				'sessions.idle_ends_at',
				'sessions.scopes',
				'accounts.user_name',
				'accounts.role',
				'accounts.must_change_password',
				'accounts.deletes_at',
			])
			.where('sessions.token_hash', '=', values.tokenHash)
			.where('sessions.idle_ends_at', '>', values.now)
			.where('sessions.ends_at', '>', values.now)
			.where('accounts.suspended_at', 'is', null),
	);
	return session;
}

export async function isSessionActive(db: Db, id: number, now: number): Promise<boolean> {
	const row = await on(db)
		.selectFrom('sessions')
		.innerJoin('accounts', 'accounts.id', 'sessions.account_id')
		.select('sessions.id')
		.where('sessions.id', '=', id)
		.where('sessions.ends_at', '>', now)
		.where('accounts.suspended_at', 'is', null)
		.executeTakeFirst();
	return row !== undefined;
}

export async function touchSession(db: Db, id: number, now: number, idleEndsAt: number): Promise<void> {
	await on(db)
		.updateTable('sessions')
		.set({ last_used_at: now, idle_ends_at: idleEndsAt })
		.where('id', '=', id)
		.execute();
}

/** Lists an account's unexpired logins, last used first. */
export async function listLogins(db: Db, accountId: number, now: number): Promise<SessionRow[]> {
	return on(db)
		.selectFrom('sessions')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('scopes', 'is', null)
		.where('idle_ends_at', '>', now)
		.where('ends_at', '>', now)
		.orderBy('last_used_at', 'desc')
		.orderBy('id', 'desc')
		.execute();
}

/** Deletes a login of the account. Returns false if the account has no such login. */
export async function deleteAccountLogin(tx: Tx, accountId: number, id: number): Promise<boolean> {
	const row = await on(tx)
		.deleteFrom('sessions')
		.where('id', '=', id)
		.where('account_id', '=', accountId)
		.where('scopes', 'is', null)
		.returning('id')
		.executeTakeFirst();
	if (row) tx.invalidate(sessionsCacheTag(accountId));
	return row !== undefined;
}

export async function deleteSession(tx: Tx, id: number): Promise<void> {
	const row = await on(tx).deleteFrom('sessions').where('id', '=', id).returning('account_id').executeTakeFirst();
	if (row) tx.invalidate(sessionsCacheTag(row.account_id));
}

export async function deleteAccountLogins(tx: Tx, accountId: number, exceptId = 0): Promise<void> {
	const rows = await on(tx)
		.deleteFrom('sessions')
		.where('account_id', '=', accountId)
		.where('scopes', 'is', null)
		.where('id', '!=', exceptId)
		.returning('id')
		.execute();
	if (rows.length > 0) tx.invalidate(sessionsCacheTag(accountId));
}

/** Deletes all logins and API tokens of the account. */
export async function deleteAccountSessions(tx: Tx, accountId: number): Promise<void> {
	const rows = await on(tx).deleteFrom('sessions').where('account_id', '=', accountId).returning('id').execute();
	if (rows.length > 0) tx.invalidate(sessionsCacheTag(accountId));
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
	await on(db)
		.deleteFrom('sessions')
		.where((eb) => eb.or([eb('ends_at', '<=', now), eb('idle_ends_at', '<=', now)]))
		.execute();
	await on(db).deleteFrom('email_tokens').where('ends_at', '<=', now).execute();
}

export async function insertEmailToken(tx: Tx, token: Insertable<AccountTables['email_tokens']>): Promise<void> {
	await on(tx).insertInto('email_tokens').values(token).execute();
}

export async function findEmailToken(db: Db, tokenHash: string, now: number) {
	const tokens = on(db).selectFrom('email_tokens').select('account_id').where('token_hash', '=', tokenHash);
	return (await tokens.where('ends_at', '>', now).executeTakeFirst()) ?? null;
}

/** Deletes an email verification token, because a token works only once. Returns null if it was used or deleted meanwhile. */
export async function consumeEmailToken(tx: Tx, tokenHash: string) {
	const token = on(tx).deleteFrom('email_tokens').where('token_hash', '=', tokenHash);
	return (await token.returning('email_key').executeTakeFirst()) ?? null;
}

/** Lists entries of the audit log, newest first. The filter `action` is a prefix of the action's name. */
export async function listAuditEntries(
	db: Db,
	{ action, userName }: { action?: string | undefined; userName?: string | undefined },
	beforeId: number | null,
	limit: number,
): Promise<Selectable<AuditTables['audit_log']>[]> {
	let query = db.tables<AuditTables>().selectFrom('audit_log').selectAll();
	if (action) query = query.where(sql`substr(action, 1, ${action.length})`, '=', action);
	if (userName) query = query.where('user_name', '=', userName.toLowerCase());
	if (beforeId !== null) query = query.where('id', '<', beforeId);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function insertAuditEntry(tx: Tx, entry: Insertable<AuditTables['audit_log']>): Promise<void> {
	await tx.tables<AuditTables>().insertInto('audit_log').values(entry).execute();
}
