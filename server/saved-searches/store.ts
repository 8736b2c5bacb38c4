import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import * as savedSearchLimits from '../../contract/saved-searches/limits.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { SavedSearchRow, SavedSearchTables } from './tables.ts';

const on = (db: Db) => db.tables<SavedSearchTables>();

function isAmong(db: Db, column: 'id' | 'search_id' | 'match_key', values: readonly (number | string)[]) {
	if (db.engine === 'sqlite') {
		return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
	}
	const type = column === 'match_key' ? sql`text[]` : sql`bigint[]`;
	return sql<SqlBool>`${sql.ref(column)} = any(${values}::${type})`;
}

/** Inserts a search. Returns null if the account has the same search. */
export async function insertSavedSearch(
	tx: Tx,
	search: Insertable<SavedSearchTables['saved_searches']>,
): Promise<SavedSearchRow | null> {
	const row = await on(tx)
		.insertInto('saved_searches')
		.values(search)
		.onConflict((conflict) => conflict.columns(['account_id', 'words', 'filters']).doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

export async function findSavedSearch(db: Db, id: number): Promise<SavedSearchRow | null> {
	return (await on(db).selectFrom('saved_searches').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockSavedSearchRow(tx: Tx, id: number): Promise<SavedSearchRow | null> {
	return lockRow(tx, on(tx).selectFrom('saved_searches').selectAll().where('id', '=', id));
}

/** Locks the account's search with these words and filters, if there is one. */
export async function lockSameSearchRow(
	tx: Tx,
	{ account_id, words, filters }: Pick<SavedSearchRow, 'account_id' | 'words' | 'filters'>,
): Promise<SavedSearchRow | null> {
	const query = on(tx).selectFrom('saved_searches').selectAll().where('account_id', '=', account_id);
	return lockRow(tx, query.where('words', '=', words).where('filters', '=', filters));
}

/** Lists all searches of an account, newest first. */
export async function listSavedSearches(db: Db, accountId: number): Promise<SavedSearchRow[]> {
	const query = on(db).selectFrom('saved_searches').selectAll().where('account_id', '=', accountId);
	return query.orderBy('id', 'desc').execute();
}

export async function countSavedSearches(db: Db, accountId: number): Promise<number> {
	const { count } = await on(db)
		.selectFrom('saved_searches')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('account_id', '=', accountId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function updateSavedSearch(
	tx: Tx,
	{ id }: AuthorizedRow<SavedSearchRow>,
	change: Updateable<SavedSearchTables['saved_searches']>,
): Promise<SavedSearchRow> {
	const query = on(tx).updateTable('saved_searches').set(change).where('id', '=', id);
	return query.returningAll().executeTakeFirstOrThrow();
}

export async function deleteSavedSearch(tx: Tx, { id }: AuthorizedRow<SavedSearchRow>): Promise<void> {
	await on(tx).deleteFrom('saved_searches').where('id', '=', id).execute();
}

/** Lists ids of the searches that are stored under one of the keys, oldest first, after `afterId`. */
export async function listCandidateIds(
	db: Db,
	keys: readonly string[],
	afterId: number,
	limit: number,
): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('saved_searches')
		.select('id')
		.where(isAmong(db, 'match_key', keys))
		.where('id', '>', afterId)
		.orderBy('id')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

export type CandidateRow = Pick<SavedSearchRow, 'id' | 'account_id' | 'words' | 'filters' | 'alerts'>;

/** Loads searches with these ids, without those of an account. */
export async function findCandidates(
	db: Db,
	ids: readonly number[],
	withoutAccountId: number,
): Promise<CandidateRow[]> {
	return on(db)
		.selectFrom('saved_searches')
		.select(['id', 'account_id', 'words', 'filters', 'alerts'])
		.where(isAmong(db, 'id', ids))
		.where('account_id', '<>', withoutAccountId)
		.orderBy('id')
		.execute();
}

/** Stores that an ad matches searches. A stored match stays as it is. No message is due for searches without alerts. */
export async function insertMatches(
	tx: Tx,
	adId: number,
	searches: readonly Pick<SavedSearchRow, 'id' | 'alerts'>[],
	at: number,
): Promise<void> {
	if (searches.length === 0) return;
	const rows = searches.map(({ id, alerts }) => ({
		search_id: id,
		ad_id: adId,
		matched_at: at,
		alerted_at: alerts === 'off' ? at : null,
	}));
	const inserted = await on(tx)
		.insertInto('saved_search_matches')
		.values(rows)
		.onConflict((conflict) => conflict.columns(['search_id', 'ad_id']).doNothing())
		.returning('search_id')
		.execute();
	if (inserted.length === 0) return;
	const ids = inserted.map((row) => row.search_id);
	const changed = await on(tx)
		.updateTable('saved_searches')
		.set((eb) => ({ pending: eb('pending', '+', 1) }))
		.where(isAmong(tx, 'id', ids))
		.returning(['id', 'pending'])
		.execute();
	// Searches are trimmed seldom, so that a broad search that nobody looks at costs little.
	const full = changed.filter(({ pending }) => pending >= 2 * savedSearchLimits.savedSearchMatches).map(({ id }) => id);
	if (full.length > 0) await trimMatches(tx, full);
}

/** Deletes all but the newest matches of searches. */
async function trimMatches(tx: Tx, searchIds: readonly number[]): Promise<void> {
	await sql`delete from saved_search_matches where (search_id, ad_id) in (
		select search_id, ad_id from (
			select search_id, ad_id, row_number() over (partition by search_id order by ad_id desc) as rank
			from saved_search_matches where ${isAmong(tx, 'search_id', searchIds)}
		) as ranked where rank > ${savedSearchLimits.savedSearchMatches})`.execute(on(tx));
	await on(tx)
		.updateTable('saved_searches')
		.set({ pending: savedSearchLimits.savedSearchMatches })
		.where(isAmong(tx, 'id', searchIds))
		.execute();
}

/** Lists the ads that match searches, newest ad first. */
export async function listMatches(
	db: Db,
	searchIds: readonly number[],
): Promise<{ search_id: number; ad_id: number }[]> {
	if (searchIds.length === 0) return [];
	return on(db)
		.selectFrom('saved_search_matches')
		.select(['search_id', 'ad_id'])
		.where(isAmong(db, 'search_id', searchIds))
		.orderBy('ad_id', 'desc')
		.execute();
}

/** Deletes the matches of a search up to an ad. */
export async function deleteMatches(tx: Tx, { id }: AuthorizedRow<SavedSearchRow>, upTo: number): Promise<void> {
	await on(tx).deleteFrom('saved_search_matches').where('search_id', '=', id).where('ad_id', '<=', upTo).execute();
	await on(tx)
		.updateTable('saved_searches')
		.set({
			pending: sql<number>`(select count(*) from saved_search_matches where search_id = ${id})`,
		})
		.where('id', '=', id)
		.execute();
}

/** Stores that no message is due for the matches of a search. */
export async function settleMatches(tx: Tx, { id }: AuthorizedRow<SavedSearchRow>, at: number): Promise<void> {
	const query = on(tx).updateTable('saved_search_matches').set({ alerted_at: at }).where('search_id', '=', id);
	await query.where('alerted_at', 'is', null).execute();
}

export type DueSearch = Pick<SavedSearchRow, 'id' | 'account_id' | 'q' | 'filters'>;

/** Takes a page of the searches that an ad matches and whose owners hear about it at once. A search is taken once per ad. */
export async function takeMatchesAtOnce(
	tx: Tx,
	adId: number,
	afterId: number,
	limit: number,
	at: number,
): Promise<DueSearch[]> {
	const rows = await on(tx)
		.selectFrom('saved_search_matches as match')
		.innerJoin('saved_searches as search', 'search.id', 'match.search_id')
		.select(['search.id', 'search.account_id', 'search.q', 'search.filters'])
		.where('match.ad_id', '=', adId)
		.where('match.search_id', '>', afterId)
		.where('match.alerted_at', 'is', null)
		.where('search.alerts', '=', 'at_once')
		.orderBy('match.search_id')
		.limit(limit)
		.execute();
	if (rows.length === 0) return [];
	await on(tx)
		.updateTable('saved_search_matches')
		.set({ alerted_at: at })
		.where('ad_id', '=', adId)
		.where(
			isAmong(
				tx,
				'search_id',
				rows.map(({ id }) => id),
			),
		)
		.execute();
	return rows;
}

/** Lists accounts with daily alerts about ads that matched before a time, in the order of their ids. */
export async function listDueAccounts(db: Db, before: number, afterId: number, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('saved_search_matches as match')
		.innerJoin('saved_searches as search', 'search.id', 'match.search_id')
		.select('search.account_id')
		.distinct()
		.where('match.alerted_at', 'is', null)
		.where('match.matched_at', '<', before)
		.where('search.alerts', '=', 'daily')
		.where('search.account_id', '>', afterId)
		.orderBy('search.account_id')
		.limit(limit)
		.execute();
	return rows.map((row) => row.account_id);
}

/** Takes an account's matches with daily alerts that matched before a time. Each match is taken once. */
export async function takeDailyMatches(
	tx: Tx,
	accountId: number,
	before: number,
	at: number,
): Promise<{ search: DueSearch; adIds: number[] }[]> {
	const daily = await on(tx)
		.selectFrom('saved_searches')
		.select(['id', 'account_id', 'q', 'filters'])
		.where('account_id', '=', accountId)
		.where('alerts', '=', 'daily')
		.orderBy('id', 'desc')
		.execute();
	const ids = daily.map(({ id }) => id);
	const taken = await on(tx)
		.updateTable('saved_search_matches')
		.set({ alerted_at: at })
		.where(isAmong(tx, 'search_id', ids))
		.where('alerted_at', 'is', null)
		.where('matched_at', '<', before)
		.returning(['search_id', 'ad_id'])
		.execute();
	const bySearch = Map.groupBy(taken, (row) => row.search_id);
	return daily.flatMap((search) => {
		const rows = bySearch.get(search.id) ?? [];
		return rows.length === 0 ? [] : [{ search, adIds: rows.map((row) => row.ad_id).sort((a, b) => b - a) }];
	});
}
