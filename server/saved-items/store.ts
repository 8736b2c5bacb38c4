import { type SqlBool, sql } from 'kysely';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { countByIdAndDay, type Db, type Tx } from '../database/index.ts';
import type { SavedItemTables } from './tables.ts';

const on = (db: Db) => db.tables<SavedItemTables>();

/** Lists the ids of saved items, newest first. */
export async function listSavedIds(db: Db, accountId: number, list: SavedList, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('saved_items')
		.select('target_id')
		.where('account_id', '=', accountId)
		.where('list', '=', list)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
	return rows.map((row) => row.target_id);
}

/** Counts saves per item and UTC day. `from` is in milliseconds, `day` in days since 1970. */
export function countSavesByItemAndDay(
	db: Db,
	target: ContentTarget,
	ids: readonly number[],
	from: number,
): Promise<{ id: number; day: number; count: number }[]> {
	const condition = target === 'ads' ? sql<SqlBool>`list = 'wishlist'` : sql<SqlBool>`list <> 'wishlist'`;
	return countByIdAndDay(db, { table: 'saved_items', column: 'target_id', condition }, ids, from);
}

/** Adds ids to a list. `ids` are ordered oldest first. An id that is already in the list keeps its position. */
export async function insertSavedItems(
	tx: Tx,
	accountId: number,
	list: SavedList,
	ids: readonly number[],
	at: number,
): Promise<void> {
	if (ids.length === 0) return;
	await on(tx)
		.insertInto('saved_items')
		.values(ids.map((target_id) => ({ account_id: accountId, list, target_id, created_at: at })))
		.onConflict((conflict) => conflict.columns(['account_id', 'list', 'target_id']).doNothing())
		.execute();
}

export async function deleteSavedItem(tx: Tx, accountId: number, list: SavedList, id: number): Promise<void> {
	await on(tx)
		.deleteFrom('saved_items')
		.where('account_id', '=', accountId)
		.where('list', '=', list)
		.where('target_id', '=', id)
		.execute();
}

/** Lists an account's saved items from all lists, newest first. */
export async function listRecentlySavedItems(
	db: Db,
	accountId: number,
	limit: number,
): Promise<{ target: ContentTarget; targetId: number }[]> {
	const rows = await on(db)
		.selectFrom('saved_items')
		.select(['list', 'target_id'])
		.where('account_id', '=', accountId)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
	return rows.map(({ list, target_id }) => ({ target: list === 'wishlist' ? 'ads' : 'posts', targetId: target_id }));
}

/** Lists the accounts that have the ad in their wishlist, oldest save first. `afterId` continues an earlier list. */
export async function listAdSavers(
	db: Db,
	adId: number,
	afterId: number,
	limit: number,
): Promise<{ id: number; accountId: number }[]> {
	return on(db)
		.selectFrom('saved_items')
		.select(['id', 'account_id as accountId'])
		.where('target_id', '=', adId)
		.where('list', '=', 'wishlist')
		.where('id', '>', afterId)
		.orderBy('id')
		.limit(limit)
		.execute();
}

export async function listSavedItems(db: Db, accountId: number) {
	return on(db).selectFrom('saved_items').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}
