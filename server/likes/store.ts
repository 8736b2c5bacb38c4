import { type SqlBool, sql } from 'kysely';
import type { ContentTarget } from '../../contract/core/target.ts';
import { compareTargets, getTarget, targetColumns } from '../content/index.ts';
import { countByIdAndDay, type Db, runCompiled, selectFromJson, type Tx } from '../database/index.ts';
import type { LikeTables } from './tables.ts';

const on = (db: Db) => db.tables<LikeTables>();

export interface LikeKey {
	target: ContentTarget;
	targetId: number;
	accountId: number;
}

/** A new like: whether the account likes its own item, and whether the like counts in rankings. */
interface AddedLike extends Omit<LikeKey, 'target'> {
	own: number;
	ranked: number;
}

/** Counts likes per ad or post and UTC day, except likes of hidden accounts. `from` is in milliseconds, `day` in days since 1970. */
export function countLikesByItemAndDay(
	db: Db,
	target: ContentTarget,
	ids: readonly number[],
	from: number,
): Promise<{ id: number; day: number; count: number }[]> {
	const condition = sql<SqlBool>`counted = 1`;
	return countByIdAndDay(db, { table: 'likes', column: targetColumns[target], condition }, ids, from);
}

/** Counts the likes of each ad or post, except likes of hidden accounts, and those that count in rankings. Omits those without likes. */
export async function countLikes(
	db: Db,
	target: ContentTarget,
	ids: readonly number[],
): Promise<Map<number, { likes: number; ranked: number }>> {
	const column = targetColumns[target];
	const rows = await on(db)
		.selectFrom('likes')
		.select((eb) => [
			eb.ref(column).$notNull().as('id'),
			eb.fn.countAll<number>().as('count'),
			eb.fn.sum<number>('ranked').as('ranked'),
		])
		.where(column, 'in', ids)
		.where('counted', '=', 1)
		.groupBy(column)
		.execute();
	return new Map(rows.map(({ id, count, ranked }) => [id, { likes: Number(count), ranked: Number(ranked) }]));
}

/** Inserts likes of ads or posts, and skips those that already exist. Returns the new likes. */
export async function insertLikes(
	tx: Tx,
	target: ContentTarget,
	likes: readonly AddedLike[],
	at: number,
): Promise<Omit<AddedLike, 'own'>[]> {
	if (likes.length === 0) return [];
	const column = targetColumns[target];
	const list = JSON.stringify(
		likes.map(({ targetId, accountId, own, ranked }) => ({ targetId, accountId, at, own, ranked })),
	);
	const types = { targetId: 'bigint', accountId: 'bigint', at: 'bigint', own: 'bigint', ranked: 'bigint' } as const;
	return runCompiled(tx, `likes of ${target}`, { list }, (values) =>
		on(tx)
			.insertInto('likes')
			.columns([column, 'account_id', 'created_at', 'own', 'ranked'])
			.expression(selectFromJson(tx, values.list, types))
			.onConflict((conflict) => conflict.columns([column, 'account_id']).doNothing())
			.returning((eb) => [eb.ref(column).$notNull().as('targetId'), 'account_id as accountId', 'ranked']),
	);
}

/** Deletes a like. Returns what it added to the counts of its target. */
export async function deleteLike(
	tx: Tx,
	{ target, targetId, accountId }: LikeKey,
): Promise<{ likes: number; ranked_likes: number }> {
	const row = await on(tx)
		.deleteFrom('likes')
		.where(targetColumns[target], '=', targetId)
		.where('account_id', '=', accountId)
		.returning(['counted', 'ranked'])
		.executeTakeFirst();
	return { likes: row?.counted ?? 0, ranked_likes: row?.ranked ?? 0 };
}

/** Flags of a like that change with its account: whether it counts, and whether it counts in rankings. */
export type LikeFlag = 'counted' | 'ranked';

/**
 * Lists the ids of ads or posts that an account likes and whose like has the given value of a flag, without own ones for `ranked`. Ascending,
 * at most `limit`.
 */
export async function listLikedIds(
	db: Db,
	accountId: number,
	target: ContentTarget,
	flag: LikeFlag,
	value: boolean,
	limit: number,
): Promise<number[]> {
	const column = targetColumns[target];
	let query = on(db)
		.selectFrom('likes')
		.select((eb) => eb.ref(column).$notNull().as('id'))
		.where('account_id', '=', accountId)
		.where(flag, '=', value ? 1 : 0)
		.where(column, 'is not', null);
	if (flag === 'ranked') query = query.where('own', '=', 0);
	return (await query.orderBy(column).limit(limit).execute()).map((row) => row.id);
}

/** Sets a flag of an account's likes of ads or posts. Returns the ids of the ads or posts for which it changed. */
export async function setLikeFlag(
	tx: Tx,
	accountId: number,
	target: ContentTarget,
	ids: readonly number[],
	flag: LikeFlag,
	value: boolean,
): Promise<number[]> {
	const column = targetColumns[target];
	const rows = await on(tx)
		.updateTable('likes')
		.set({ [flag]: value ? 1 : 0 })
		.where('account_id', '=', accountId)
		.where(column, 'in', ids)
		.where(flag, '=', value ? 0 : 1)
		.returning((eb) => eb.ref(column).$notNull().as('id'))
		.execute();
	return rows.map((row) => row.id);
}

export async function filterLikedIds(
	db: Db,
	accountId: number,
	target: ContentTarget,
	ids: readonly number[],
): Promise<Set<number>> {
	if (ids.length === 0) return new Set();
	const column = targetColumns[target];
	const rows = await on(db)
		.selectFrom('likes')
		.select(column)
		.where('account_id', '=', accountId)
		.where(column, 'in', ids)
		.execute();
	return new Set(rows.map((row) => (row as Record<typeof column, number>)[column]));
}

/** Lists an account's likes, newest first. */
export async function listRecentLikes(
	db: Db,
	accountId: number,
	limit: number,
): Promise<{ target: ContentTarget; targetId: number }[]> {
	const rows = await on(db)
		.selectFrom('likes')
		.select(['ad_id', 'post_id'])
		.where('account_id', '=', accountId)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
	return rows.map(getTarget);
}

/** Lists an account's likes: first ads, then posts, each sorted by id. */
export async function listLikes(
	db: Db,
	accountId: number,
): Promise<{ target: ContentTarget; targetId: number; at: number }[]> {
	const rows = await on(db).selectFrom('likes').selectAll().where('account_id', '=', accountId).execute();
	return rows.map((row) => ({ ...getTarget(row), at: row.created_at })).sort(compareTargets);
}
