import { sql } from 'kysely';
import type { Target } from '../../contract/target.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import type { LikeTables } from './tables.ts';

const on = (db: Db) => db.tables<LikeTables>();

const columns = { ads: 'ad_id', posts: 'post_id' } as const satisfies Record<Target, keyof LikeTables['likes']>;

/** A like of one account for one ad or post. */
export interface LikeKey {
	target: Target;
	targetId: number;
	accountId: number;
}

/** How many were made a day (whole UTC days since 1970), for ads or posts of these ids, from a moment on. */
export async function countByDay(
	db: Db,
	target: Target,
	ids: readonly number[],
	from: number,
): Promise<{ id: number; day: number; count: number }[]> {
	if (ids.length === 0) return [];
	const column = columns[target];
	return on(db)
		.selectFrom('likes')
		.select((eb) => [
			eb.ref(column).$notNull().as('id'),
			sql<number>`created_at / 86400000`.as('day'),
			eb.fn.countAll<number>().as('count'),
		])
		.where(column, 'in', ids)
		.where('counted', '=', 1)
		.where('created_at', '>=', from)
		.groupBy([column, sql`created_at / 86400000`])
		.execute();
}

/** False where it stood already. */
export async function insertLike(tx: Tx, { target, targetId, accountId }: LikeKey, at: number): Promise<boolean> {
	const row = await on(tx)
		.insertInto('likes')
		.values({ account_id: accountId, ad_id: null, post_id: null, [columns[target]]: targetId, created_at: at })
		.onConflict((conflict) => conflict.columns([columns[target], 'account_id']).doNothing())
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

/** Answers how many it counted for: 0 where there is none, or its account is not to be seen. */
export async function deleteLike(tx: Tx, { target, targetId, accountId }: LikeKey): Promise<number> {
	const row = await on(tx)
		.deleteFrom('likes')
		.where(columns[target], '=', targetId)
		.where('account_id', '=', accountId)
		.returning('counted')
		.executeTakeFirst();
	return row?.counted ?? 0;
}

/** Some ids of what an account likes that is counted, or is not, in their order. */
export async function listTargetIds(
	db: Db,
	accountId: number,
	target: Target,
	counted: boolean,
	limit: number,
): Promise<number[]> {
	const column = columns[target];
	const rows = await on(db)
		.selectFrom('likes')
		.select((eb) => eb.ref(column).$notNull().as('id'))
		.where('account_id', '=', accountId)
		.where('counted', '=', counted ? 1 : 0)
		.where(column, 'is not', null)
		.orderBy(column)
		.limit(limit)
		.execute();
	return rows.map((row) => row.id);
}

/** Counts an account's likes of these ids, or leaves them out; answers those that this has changed. */
export async function setLikesCounted(
	tx: Tx,
	accountId: number,
	target: Target,
	ids: readonly number[],
	counted: boolean,
): Promise<number[]> {
	const column = columns[target];
	const rows = await on(tx)
		.updateTable('likes')
		.set({ counted: counted ? 1 : 0 })
		.where('account_id', '=', accountId)
		.where(column, 'in', ids)
		.where('counted', '=', counted ? 0 : 1)
		.returning((eb) => eb.ref(column).$notNull().as('id'))
		.execute();
	return rows.map((row) => row.id);
}

/** Which of these an account likes. */
export async function filterLikedIds(
	db: Db,
	accountId: number,
	target: Target,
	ids: readonly number[],
): Promise<Set<number>> {
	if (ids.length === 0) return new Set();
	const column = columns[target];
	const rows = await on(db)
		.selectFrom('likes')
		.select(column)
		.where('account_id', '=', accountId)
		.where(column, 'in', ids)
		.execute();
	return new Set(rows.map((row) => (row as Record<typeof column, number>)[column]));
}

/** What an account liked last. */
export async function listRecentLikes(
	db: Db,
	accountId: number,
	limit: number,
): Promise<{ target: Target; targetId: number }[]> {
	const rows = await on(db)
		.selectFrom('likes')
		.select(['ad_id', 'post_id'])
		.where('account_id', '=', accountId)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
	return rows.flatMap(({ ad_id, post_id }) => [
		...(ad_id === null ? [] : [{ target: 'ads' as const, targetId: ad_id }]),
		...(post_id === null ? [] : [{ target: 'posts' as const, targetId: post_id }]),
	]);
}

/** All that an account likes: ads, then posts, each by id. */
export async function listLikes(
	db: Db,
	accountId: number,
): Promise<{ target: Target; targetId: number; at: number }[]> {
	const rows = await on(db).selectFrom('likes').selectAll().where('account_id', '=', accountId).execute();
	const liked = rows.map(({ ad_id, post_id, created_at }) => ({
		target: ad_id === null ? ('posts' as const) : ('ads' as const),
		targetId: ad_id ?? post_id ?? 0,
		at: created_at,
	}));
	return liked.sort((a, b) => a.target.localeCompare(b.target) || a.targetId - b.targetId);
}
