import { type Insertable, sql, type Updateable } from 'kysely';
import type { PostKind } from '../../contract/posts/posts.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import type { Db, Tx } from '../database/index.ts';
import type { PostRow, PostTables } from './tables.ts';

const on = (db: Db) => db.tables<PostTables>();

// `visible` is a literal and not a bound value, because the query planner recognizes a partial index by the condition in the SQL text.
const visible = sql.lit(1);

export const postStatsSqlConditions = {
	shown: 'visible = 1',
	tweets: "visible = 1 and kind = 'tweet'",
	talks: "visible = 1 and kind = 'talk'",
	pictures: "visible = 1 and kind = 'picture'",
};

export async function insertPost(tx: Tx, post: Insertable<PostTables['posts']>): Promise<PostRow> {
	return on(tx).insertInto('posts').values(post).returningAll().executeTakeFirstOrThrow();
}

export async function updatePost(
	tx: Tx,
	{ id }: AuthorizedRow<PostRow>,
	change: Updateable<PostTables['posts']>,
): Promise<PostRow> {
	return on(tx).updateTable('posts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Restores a post that was deleted after `deletedAfter`. Returns null if the post was deleted earlier. */
export async function restorePost(
	tx: Tx,
	{ id }: AuthorizedRow<PostRow>,
	deletedAfter: number,
): Promise<PostRow | null> {
	const query = on(tx).updateTable('posts').set({ deleted_at: null }).where('id', '=', id);
	return (await query.where('deleted_at', '>', deletedAfter).returningAll().executeTakeFirst()) ?? null;
}

/** Lists the newest visible tweets and talks, optionally of the given authors only. */
export async function listNewestPosts(db: Db, limit: number, authorIds?: readonly number[]): Promise<PostRow[]> {
	if (authorIds?.length === 0) return [];
	let query = on(db).selectFrom('posts').selectAll().where('visible', '=', visible).where('kind', '<>', 'picture');
	if (authorIds) query = query.where('author_id', 'in', authorIds);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Lists the most trending visible posts of a kind. The query is one index scan. */
export async function listTrendingPosts(db: Db, kind: PostKind, limit: number): Promise<PostRow[]> {
	return on(db)
		.selectFrom('posts')
		.selectAll()
		.where('visible', '=', visible)
		.where('kind', '=', kind)
		.orderBy('score', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
}

export async function listDeletedPostIds(db: Db, until: number, limit: number): Promise<number[]> {
	const query = on(db).selectFrom('posts').select('id').where('deleted_at', 'is not', null);
	const rows = await query.where('deleted_at', '<=', until).orderBy('deleted_at').limit(limit).execute();
	return rows.map((row) => row.id);
}

/** Deletes rows of posts that authors deleted at or before `until`. Returns the number of posts and the ids of their files. */
export async function purgeDeletedPosts(
	tx: Tx,
	until: number,
	limit: number,
): Promise<{ swept: number; fileIds: number[] }> {
	const ids = await listDeletedPostIds(tx, until, limit);
	if (ids.length === 0) return { swept: 0, fileIds: [] };
	const files = await on(tx).deleteFrom('post_media').where('post_id', 'in', ids).returning('media_id').execute();
	await on(tx).deleteFrom('posts').where('id', 'in', ids).execute();
	return { swept: ids.length, fileIds: files.map((file) => file.media_id) };
}
