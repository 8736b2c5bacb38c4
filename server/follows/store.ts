import type { Db, Tx } from '../platform/database/index.ts';
import type { FollowTables } from './tables.ts';

const on = (db: Db) => db.tables<FollowTables>();

/** Inserts follows of one account, and skips those that already exist. Returns the followed accounts of the new follows. */
export async function insertFollows(
	tx: Tx,
	followerId: number,
	followedIds: readonly number[],
	at: number,
): Promise<number[]> {
	if (followedIds.length === 0) return [];
	const rows = await on(tx)
		.insertInto('follows')
		.values(followedIds.map((followed_id) => ({ follower_id: followerId, followed_id, created_at: at })))
		.onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
		.returning('followed_id')
		.execute();
	return rows.map((row) => row.followed_id);
}

/** Deletes a follow. Returns 1 if the follow counted in the number of followers, else 0. */
export async function deleteFollow(tx: Tx, followerId: number, followedId: number): Promise<number> {
	const row = await on(tx)
		.deleteFrom('follows')
		.where('follower_id', '=', followerId)
		.where('followed_id', '=', followedId)
		.returning('counted')
		.executeTakeFirst();
	return row?.counted ?? 0;
}

/** Sets whether up to `limit` follows by an account count as followers. Returns the followed accounts of the changed follows. */
export async function setFollowsCounted(
	tx: Tx,
	followerId: number,
	counted: boolean,
	limit: number,
): Promise<number[]> {
	const followIds = on(tx)
		.selectFrom('follows')
		.select('id')
		.where('follower_id', '=', followerId)
		.where('counted', '=', counted ? 0 : 1)
		.orderBy('id')
		.limit(limit);
	const rows = await on(tx)
		.updateTable('follows')
		.set({ counted: counted ? 1 : 0 })
		.where('id', 'in', followIds)
		.where('counted', '=', counted ? 0 : 1)
		.returning('followed_id')
		.execute();
	return rows.map((row) => row.followed_id);
}

/** Returns those of the given ids that an account follows, newest follow first. */
export async function filterFollowedIds(db: Db, followerId: number, ids: readonly number[]): Promise<number[]> {
	if (ids.length === 0) return [];
	const rows = await on(db)
		.selectFrom('follows')
		.select('followed_id')
		.where('follower_id', '=', followerId)
		.where('followed_id', 'in', ids)
		.orderBy('id', 'desc')
		.execute();
	return rows.map((row) => row.followed_id);
}

/** Lists the follows of an account, newest first. Costs one index scan. */
export async function listFollowPage(
	db: Db,
	followerId: number,
	beforeId: number | null,
	limit: number,
): Promise<{ id: number; followed_id: number }[]> {
	let query = on(db).selectFrom('follows').select(['id', 'followed_id']).where('follower_id', '=', followerId);
	if (beforeId !== null) query = query.where('id', '<', beforeId);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Lists the followers of an account, oldest follow first. Costs one index scan. */
export async function listFollowers(
	db: Db,
	followedId: number,
	afterId: number,
	limit: number,
): Promise<{ id: number; accountId: number }[]> {
	return on(db)
		.selectFrom('follows')
		.select(['id', 'follower_id as accountId'])
		.where('followed_id', '=', followedId)
		.where('id', '>', afterId)
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** Counts the followers of each account, except hidden ones. Omits accounts without followers. */
export async function countFollowers(db: Db, followedIds: readonly number[]): Promise<Map<number, number>> {
	const rows = await on(db)
		.selectFrom('follows')
		.select(({ fn }) => ['followed_id', fn.countAll<number>().as('count')])
		.where('followed_id', 'in', followedIds)
		.where('counted', '=', 1)
		.groupBy('followed_id')
		.execute();
	return new Map(rows.map(({ followed_id, count }) => [followed_id, Number(count)]));
}

export async function listAllFollowedIds(db: Db, followerIds: readonly number[]): Promise<number[]> {
	const query = on(db).selectFrom('follows').select('followed_id').distinct().where('follower_id', 'in', followerIds);
	return (await query.execute()).map((row) => row.followed_id);
}

export async function listFollows(
	db: Db,
	followerId: number,
): Promise<Pick<FollowTables['follows'], 'followed_id' | 'created_at'>[]> {
	return on(db)
		.selectFrom('follows')
		.select(['followed_id', 'created_at'])
		.where('follower_id', '=', followerId)
		.orderBy('followed_id')
		.execute();
}
