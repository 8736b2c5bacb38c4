import { type TokenScope, tokenScopes } from '../../contract/accounts/token-scopes.ts';
import type { Db, Tx } from '../database/index.ts';
import { sessionsCacheTag } from './cache-tags.ts';
import type { AccountTables, SessionRow } from './tables.ts';

const on = (db: Db) => db.tables<AccountTables>();

/** Row of an API token. */
export type ApiTokenRow = SessionRow & { name: string; scopes: string };

const isApiToken = (row: SessionRow): row is ApiTokenRow => row.name !== null && row.scopes !== null;

/** Lists an account's unexpired API tokens, newest first. */
export async function listApiTokens(db: Db, accountId: number, now: number): Promise<ApiTokenRow[]> {
	const rows = await on(db)
		.selectFrom('sessions')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('scopes', 'is not', null)
		.where('ends_at', '>', now)
		.orderBy('id', 'desc')
		.execute();
	return rows.filter(isApiToken);
}

/** Deletes an API token of the account. Returns false if the account has no such token. */
export async function deleteApiToken(tx: Tx, accountId: number, id: number): Promise<boolean> {
	const row = await on(tx)
		.deleteFrom('sessions')
		.where('id', '=', id)
		.where('account_id', '=', accountId)
		.where('scopes', 'is not', null)
		.returning('id')
		.executeTakeFirst();
	if (row) tx.invalidate(sessionsCacheTag(accountId));
	return row !== undefined;
}

/** Parses the stored scopes of an API token. A scope that does not exist any more is omitted. */
export function parseScopes(stored: string): TokenScope[] {
	const names = stored.split(' ');
	return tokenScopes.filter((scope) => names.includes(scope));
}
