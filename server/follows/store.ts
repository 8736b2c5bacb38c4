import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';
import type { FollowTables } from './tables.ts';

const on = (db: Db) => db.tables<FollowTables>();

/** False where it stood there already. */
export async function insertFollow(tx: Tx, follow: Insertable<FollowTables['follows']>): Promise<boolean> {
	const row = await on(tx)
		.insertInto('follows')
		.values(follow)
		.onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

/** False where there was none. */
export async function deleteFollow(tx: Tx, followerId: number, followedId: number): Promise<boolean> {
	const row = await on(tx)
		.deleteFrom('follows')
		.where('follower_id', '=', followerId)
		.where('followed_id', '=', followedId)
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

/** Which of these accounts one follows, newest first. */
export async function followedAmong(db: Db, followerId: number, ids: readonly number[]): Promise<number[]> {
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

/** Whom an account follows, newest first, below an id: one walk along an index. */
export async function followKeys(
	db: Db,
	followerId: number,
	below: number | null,
	most: number,
): Promise<{ id: number; followed_id: number }[]> {
	let query = on(db).selectFrom('follows').select(['id', 'followed_id']).where('follower_id', '=', followerId);
	if (below !== null) query = query.where('id', '<', below);
	return query.orderBy('id', 'desc').limit(most).execute();
}

/** Whom an account follows, by id. */
export async function followsOf(
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
