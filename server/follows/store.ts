import type { Db, Tx } from '../database/index.ts';
import type { FollowTables } from './tables.ts';

const on = (db: Db) => db.tables<FollowTables>();

/** Inserts follows of one account, and skips those that already exist. Returns the followed accounts of the new follows. */
export async function insertFollows(
	tx: Tx,
	followerId: number,
	followedIds: readonly number[],
	{ at, ranked }: { at: number; ranked: number },
): Promise<number[]> {
	if (followedIds.length === 0) return [];
	const rows = await on(tx)
		.insertInto('follows')
		.values(followedIds.map((followed_id) => ({ follower_id: followerId, followed_id, created_at: at, ranked })))
		.onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
		.returning('followed_id')
		.execute();
	return rows.map((row) => row.followed_id);
}

/** Deletes a follow. Returns what it added to the numbers of followers. */
export async function deleteFollow(
	tx: Tx,
	followerId: number,
	followedId: number,
): Promise<{ followers: number; ranked: number }> {
	const row = await on(tx)
		.deleteFrom('follows')
		.where('follower_id', '=', followerId)
		.where('followed_id', '=', followedId)
		.returning(['counted', 'ranked'])
		.executeTakeFirst();
	return { followers: row?.counted ?? 0, ranked: row?.ranked ?? 0 };
}

/** Flags of a follow that change with the follower: whether it counts, and whether it counts in rankings. */
export type FollowFlag = 'counted' | 'ranked';

/** Sets a flag of up to `limit` follows by an account. Returns the followed accounts of the changed follows. */
export async function setFollowFlag(
	tx: Tx,
	followerId: number,
	flag: FollowFlag,
	value: boolean,
	limit: number,
): Promise<number[]> {
	const before = value ? 0 : 1;
	const followIds = on(tx)
		.selectFrom('follows')
		.select('id')
		.where('follower_id', '=', followerId)
		.where(flag, '=', before)
		.orderBy('id')
		.limit(limit);
	const rows = await on(tx)
		.updateTable('follows')
		.set({ [flag]: value ? 1 : 0 })
		.where('id', 'in', followIds)
		.where(flag, '=', before)
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

/** Counts the followers of each account, except hidden ones, and those who count in rankings. Omits accounts without followers. */
export async function countFollowers(
	db: Db,
	followedIds: readonly number[],
): Promise<Map<number, { followers: number; ranked: number }>> {
	const rows = await on(db)
		.selectFrom('follows')
		.select(({ fn }) => ['followed_id', fn.countAll<number>().as('count'), fn.sum<number>('ranked').as('ranked')])
		.where('followed_id', 'in', followedIds)
		.where('counted', '=', 1)
		.groupBy('followed_id')
		.execute();
	return new Map(
		rows.map(({ followed_id, count, ranked }) => [followed_id, { followers: Number(count), ranked: Number(ranked) }]),
	);
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
