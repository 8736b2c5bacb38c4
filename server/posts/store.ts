import { type Insertable, sql, type Updateable } from 'kysely';
import type { PostKind } from '../../contract/posts.ts';
import { addById, type Db, lockRow, type Tx } from '../platform/database/index.ts';
import type { Counts } from '../platform/trending.ts';
import type { PostRow, PostTables } from './tables.ts';

const on = (db: Db) => db.tables<PostTables>();

// A partial index is found by the condition itself, not by a value bound to it.
const visible = sql.lit(1);

export async function insertPost(
	tx: Tx,
	post: Insertable<PostTables['posts']>,
	mediaIds: readonly number[],
): Promise<PostRow> {
	const row = await on(tx).insertInto('posts').values(post).returningAll().executeTakeFirstOrThrow();
	if (mediaIds.length > 0) {
		await on(tx)
			.insertInto('post_media')
			.values(mediaIds.map((media_id, position) => ({ post_id: row.id, position, media_id })))
			.execute();
	}
	return row;
}

export async function findPost(db: Db, id: number): Promise<PostRow | null> {
	return (await on(db).selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findPosts(db: Db, ids: readonly number[]): Promise<PostRow[]> {
	if (ids.length === 0) return [];
	return on(db).selectFrom('posts').selectAll().where('id', 'in', ids).execute();
}

export async function updatePost(tx: Tx, id: number, change: Updateable<PostTables['posts']>): Promise<PostRow> {
	return on(tx).updateTable('posts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** A post; whoever else changes it waits for this transaction. */
export async function lockPost(tx: Tx, id: number): Promise<PostRow | null> {
	return lockRow(tx, on(tx).selectFrom('posts').selectAll().where('id', '=', id));
}

/** Hides an author's posts, or shows those again that are not hidden for themselves; answers them as they are then. */
export async function setOwnerGone(tx: Tx, authorId: number, gone: boolean): Promise<PostRow[]> {
	return on(tx)
		.updateTable('posts')
		.set({ owner_gone: gone ? 1 : 0 })
		.where('author_id', '=', authorId)
		.returningAll()
		.execute();
}

/** The files of posts that are neither hidden for themselves nor deleted, of an author. */
export async function mediaIdsOfAuthor(db: Db, authorId: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('post_media')
		.innerJoin('posts', 'posts.id', 'post_media.post_id')
		.select('post_media.media_id')
		.where('posts.author_id', '=', authorId)
		.where('posts.hidden_at', 'is', null)
		.where('posts.deleted_at', 'is', null)
		.execute();
	return rows.map((row) => row.media_id);
}

/** Ids of the files of posts, in their order, by post. */
export async function mediaIdsOf(db: Db, postIds: readonly number[]): Promise<Map<number, number[]>> {
	const files = new Map<number, number[]>();
	if (postIds.length === 0) return files;
	const rows = await on(db)
		.selectFrom('post_media')
		.select(['post_id', 'media_id'])
		.where('post_id', 'in', postIds)
		.orderBy('post_id')
		.orderBy('position')
		.execute();
	for (const { post_id, media_id } of rows) files.set(post_id, [...(files.get(post_id) ?? []), media_id]);
	return files;
}

export interface PostFilter {
	authorId?: number | undefined;
	kind?: PostKind | undefined;
	/** Hidden ones too, for their author. */
	withHidden?: boolean | undefined;
}

/** Ids of posts below an id, newest first: one walk along an index. */
export async function newestKeys(
	db: Db,
	{ authorId, kind, withHidden = false }: PostFilter,
	below: number | null,
	most: number,
): Promise<number[]> {
	let query = on(db).selectFrom('posts').select('id');
	query = withHidden ? query.where('deleted_at', 'is', null) : query.where('visible', '=', visible);
	if (authorId !== undefined) query = query.where('author_id', '=', authorId);
	if (kind !== undefined) query = query.where('kind', '=', kind);
	if (below !== null) query = query.where('id', '<', below);
	const rows = await query.orderBy('id', 'desc').limit(most).execute();
	return rows.map((row) => row.id);
}

/** An author's posts that are not deleted, newest first; one of them with an `id`. */
export async function postsOf(
	db: Db,
	authorId: number,
	{ id, most }: { id?: number | undefined; most: number },
): Promise<PostRow[]> {
	let query = on(db).selectFrom('posts').selectAll().where('author_id', '=', authorId).where('deleted_at', 'is', null);
	if (id !== undefined) query = query.where('id', '=', id);
	return query.orderBy('id', 'desc').limit(most).execute();
}

/** The newest tweets and talks, of these authors where some are named. */
export async function newestRows(db: Db, most: number, authorIds?: readonly number[]): Promise<PostRow[]> {
	if (authorIds?.length === 0) return [];
	let query = on(db).selectFrom('posts').selectAll().where('visible', '=', visible).where('kind', '<>', 'picture');
	if (authorIds) query = query.where('author_id', 'in', authorIds);
	return query.orderBy('id', 'desc').limit(most).execute();
}

/** The most trending posts of a kind: one walk along an index. */
export async function trendingRows(db: Db, kind: PostKind, most: number): Promise<PostRow[]> {
	return on(db)
		.selectFrom('posts')
		.selectAll()
		.where('visible', '=', visible)
		.where('kind', '=', kind)
		.orderBy('score', 'desc')
		.orderBy('id', 'desc')
		.limit(most)
		.execute();
}

export async function nextShown(db: Db, from: number): Promise<number | null> {
	const row = await on(db)
		.selectFrom('posts')
		.select('id')
		.where('visible', '=', visible)
		.where('id', '>=', from)
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? null;
}

/** Adds to the counts in one statement, so that none of two at the same moment is lost; null where the post is gone. */
export async function addToCounts(tx: Tx, id: number, by: Partial<Counts>): Promise<PostRow | null> {
	const [row = null] = await addCountsToEach(tx, [id], by);
	return row;
}

/** Adds the same to the counts of many posts, whose rows stay locked until the transaction ends; answers those that are there. */
export async function addCountsToEach(
	tx: Tx,
	ids: readonly number[],
	{ likes = 0, comments = 0, views = 0 }: Partial<Counts>,
): Promise<PostRow[]> {
	if (ids.length === 0) return [];
	return on(tx)
		.updateTable('posts')
		.set((eb) => ({
			likes: eb('likes', '+', likes),
			comments: eb('comments', '+', comments),
			views: eb('views', '+', views),
		}))
		.where('id', 'in', ids)
		.returningAll()
		.execute();
}

/** Adds to scores, by the ids of their posts. */
export function addScores(tx: Tx, by: ReadonlyMap<number, number>): Promise<void> {
	return addById(on(tx), 'posts', 'score', by);
}

export async function lastId(db: Db): Promise<number> {
	const row = await on(db).selectFrom('posts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
	return row?.id ?? 0;
}

export async function shownBetween(db: Db, first: number, last: number): Promise<PostRow[]> {
	return on(db)
		.selectFrom('posts')
		.selectAll()
		.where('visible', '=', visible)
		.where('id', '>=', first)
		.where('id', '<=', last)
		.orderBy('id')
		.execute();
}

/** Ids of posts that were deleted at or before a moment. */
export async function deletedKeys(db: Db, until: number, most: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('posts')
		.select('id')
		.where('deleted_at', 'is not', null)
		.where('deleted_at', '<=', until)
		.orderBy('deleted_at')
		.limit(most)
		.execute();
	return rows.map((row) => row.id);
}

/** Brings a post back where it was deleted after a moment; null where that is over. */
export async function restorePost(tx: Tx, id: number, deletedAfter: number): Promise<PostRow | null> {
	const row = await on(tx)
		.updateTable('posts')
		.set({ deleted_at: null })
		.where('id', '=', id)
		.where('deleted_at', '>', deletedAfter)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** Deletes posts for good; answers the ids of their files. */
export async function deletePosts(tx: Tx, ids: readonly number[]): Promise<number[]> {
	if (ids.length === 0) return [];
	const files = await on(tx).deleteFrom('post_media').where('post_id', 'in', ids).returning('media_id').execute();
	await on(tx).deleteFrom('posts').where('id', 'in', ids).execute();
	return files.map((file) => file.media_id);
}

/** Every post of an author, deleted ones too, oldest first. */
export async function everyPostOf(db: Db, authorId: number): Promise<PostRow[]> {
	return on(db).selectFrom('posts').selectAll().where('author_id', '=', authorId).orderBy('id').execute();
}

/** How many posts of any state these authors have. */
export async function countByAuthors(db: Db, authorIds: readonly number[]): Promise<number> {
	if (authorIds.length === 0) return 0;
	const { posts } = await on(db)
		.selectFrom('posts')
		.select(({ fn }) => fn.countAll<number>().as('posts'))
		.where('author_id', 'in', authorIds)
		.executeTakeFirstOrThrow();
	return posts;
}

/** All posts in numbers: those that can be seen, and those of each kind. */
export async function siteFigures(db: Db) {
	const count = (condition: string) => sql<number>`count(case when ${sql.raw(condition)} then 1 end)`;
	return on(db)
		.selectFrom('posts')
		.select([
			count('visible = 1').as('shown'),
			count("visible = 1 and kind = 'tweet'").as('tweets'),
			count("visible = 1 and kind = 'talk'").as('talks'),
			count("visible = 1 and kind = 'picture'").as('pictures'),
		])
		.executeTakeFirstOrThrow();
}

/** How many were posted on each day since one; days without any are left out. */
export async function countByDay(db: Db, from: number): Promise<{ day: number; count: number }[]> {
	return on(db)
		.selectFrom('posts')
		.select(({ fn }) => [dayOf.as('day'), fn.countAll<number>().as('count')])
		.where('created_at', '>=', from)
		.groupBy(dayOf)
		.execute();
}

/** The UTC day since 1970. */
const dayOf = sql<number>`created_at / 86400000`;
