import { type SqlBool, sql, type Updateable } from 'kysely';
import { adFormats } from '../../contract/ads/ad-options.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import { postKinds } from '../../contract/posts/posts.ts';
import type { AuthorizedRow, ModeratorAuthorizedRow } from '../core/authorization.ts';
import {
	createdDay,
	type Db,
	isAmong,
	lockRow,
	runCompiled,
	type Tx,
	toListParameter,
	toLocking,
} from '../database/index.ts';
import type { ContentRow, ContentTables } from './tables.ts';
import { type AddedCounts, trendingScoreGainSql } from './trending-store.ts';

/**
 * Table and column names of ads and posts. `notDeleted` is the SQL condition for posts and ads that their owner has not deleted. `isRanked`
 * is the condition of the indexes on the trending score. `times` are the columns with the time of posting and of the last renewal, and `newSince` is the later one.
 */
const tables = {
	ads: {
		owner: 'seller_id',
		variety: 'format',
		varieties: adFormats,
		files: 'ad_media',
		fileOf: 'ad_id',
		notDeleted: sql<SqlBool>`true`,
		isRanked: sql<SqlBool>`visible = 1 and sold_at is null`,
		times: ['created_at', 'renewed_at'],
		newSince: sql<number>`coalesce(renewed_at, created_at)`,
		hasWatchedParts: true,
	},
	posts: {
		owner: 'author_id',
		variety: 'kind',
		varieties: postKinds,
		files: 'post_media',
		fileOf: 'post_id',
		notDeleted: sql<SqlBool>`deleted_at is null`,
		isRanked: sql<SqlBool>`visible = 1`,
		times: ['created_at'],
		newSince: sql<number>`created_at`,
		hasWatchedParts: false,
	},
} as const satisfies Record<ContentTarget, object>;

// `visible` is compared with an SQL literal, because with a bound parameter the query planner ignores partial indexes on `visible = 1`.
const visible = sql.lit(1);

export interface NewestFilter {
	ownerId?: number | undefined;
	/** Format of the ads, or kind of the posts, to list. */
	variety?: string | undefined;
	/** If true, the list includes hidden ads and posts, and those whose video is not ready. Only their owner sees this list. */
	withHidden?: boolean | undefined;
}

/** Creates the queries for the table of ads or the table of posts. */
export type ContentStore<Row extends ContentRow> = ReturnType<typeof createContentStore<Row>>;

export function createContentStore<Row extends ContentRow>(target: ContentTarget) {
	const { files, varieties, notDeleted, isRanked, times, newSince, hasWatchedParts } = tables[target];
	const owner = sql.ref<number>(tables[target].owner);
	const variety = sql.ref<string>(tables[target].variety);
	const fileOf = sql.ref<number>(tables[target].fileOf);
	const on = (db: Db) => db.tables<ContentTables>();
	const rows = (db: Db) => on(db).selectFrom(target);

	/** Locks ads or posts in the order of their ids. With `skipLocked`, omits those that another transaction has locked. */
	async function lockMany(tx: Tx, ids: readonly number[], { skipLocked = false } = {}): Promise<Row[]> {
		if (ids.length === 0) return [];
		const name = skipLocked ? `lock free ${target}` : `lock ${target}`;
		const locked = await runCompiled(tx, name, { list: toListParameter(tx, ids) }, ({ list }) => {
			const query = rows(tx)
				.selectAll()
				.where(isAmong(tx, 'id', list))
				.orderBy('id');
			return toLocking(tx, query, { skipLocked });
		});
		return locked as Row[];
	}

	return {
		lockMany,

		async find(db: Db, id: number): Promise<Row | null> {
			const found = await runCompiled(db, `${target} by id`, { id }, (values) =>
				rows(db).selectAll().where('id', '=', values.id),
			);
			return (found[0] ?? null) as Row | null;
		},

		async findMany(db: Db, ids: readonly number[]): Promise<Row[]> {
			if (ids.length === 0) return [];
			const found = await runCompiled(db, `${target} by ids`, { list: toListParameter(db, ids) }, ({ list }) =>
				rows(db)
					.selectAll()
					.where(isAmong(db, 'id', list)),
			);
			return found as Row[];
		},

		/** Locks an ad or post until the transaction ends. Returns null for an unknown id. */
		async lock(tx: Tx, id: number): Promise<Row | null> {
			return (await lockRow(tx, rows(tx).selectAll().where('id', '=', id))) as Row | null;
		},

		async setHidden(
			tx: Tx,
			{ id }: ModeratorAuthorizedRow<Row>,
			hidden: Pick<Updateable<ContentTables[ContentTarget]>, 'hidden_at' | 'hidden_reason'>,
		): Promise<Row> {
			const query = on(tx).updateTable(target).set(hidden).where('id', '=', id);
			return (await query.returningAll().executeTakeFirstOrThrow()) as Row;
		},

		/** Stores in all ads or posts of an owner whether the owner's account is hidden. Returns the updated rows. */
		async setOwnerHidden(tx: Tx, ownerId: number, hidden: boolean): Promise<Row[]> {
			const query = on(tx)
				.updateTable(target)
				.set({ owner_gone: hidden ? 1 : 0 });
			return (await query.where(owner, '=', ownerId).returningAll().execute()) as Row[];
		},

		/** Adds to the counts and the trending scores of ads or posts, and locks the rows until the transaction ends. Returns the rows that exist. */
		async addCounts(
			tx: Tx,
			ids: readonly number[],
			{ likes = 0, ranked_likes = 0, comments = 0, ranked_comments = 0, views = 0 }: Partial<AddedCounts>,
		): Promise<Row[]> {
			if (ids.length === 0) return [];
			const counts = { likes, ranked_likes, comments, ranked_comments, views };
			if (Object.values(counts).every((count) => count === 0)) return lockMany(tx, ids);
			// PostgreSQL makes no lasting plan for a list of one.
			const which = ids.length === 1 ? { id: ids[0] } : { list: toListParameter(tx, ids) };
			const added = { ...counts, id: undefined, list: undefined, ...which };
			const found = await runCompiled(tx, `count ${target}`, added, (values) =>
				on(tx)
					.updateTable(target)
					.set((eb) => ({
						likes: eb('likes', '+', values.likes),
						ranked_likes: eb('ranked_likes', '+', values.ranked_likes),
						comments: eb('comments', '+', values.comments),
						ranked_comments: eb('ranked_comments', '+', values.ranked_comments),
						views: eb('views', '+', values.views),
						score: eb('score', '+', trendingScoreGainSql(values, hasWatchedParts)),
					}))
					.where(values.id === undefined ? isAmong(tx, 'id', values.list) : sql<SqlBool>`id = ${values.id}`)
					.returningAll(),
			);
			return found as Row[];
		},

		/**
		 * Replaces times of ranked ads or posts that are later than `latest` with `now`, and lowers their trending scores by the same time.
		 * Changes at most `limit`. Returns their ids. An item from the future has a score beyond `latest`, so this costs one index scan.
		 */
		async resetFutureTimes(tx: Tx, latest: number, now: number, limit: number): Promise<number[]> {
			const reset = times.map((time) => {
				const column = sql.ref(time);
				return sql`${column} = case when ${column} > ${now} then ${now} else ${column} end`;
			});
			const { rows: changed } = await sql<{ id: number }>`
				update ${sql.table(target)} set score = score - ${newSince} + ${now}, ${sql.join(reset)}
				where id in (
					select id from ${sql.table(target)}
					where ${isRanked} and ${variety} in (${sql.join(varieties.map((name) => sql.lit(name)))})
						and score > ${latest} and ${newSince} > ${latest}
					limit ${limit}
				)
				returning id
			`.execute(on(tx));
			return changed.map(({ id }) => id);
		},

		async nextVisibleId(db: Db, from: number): Promise<number | null> {
			const query = rows(db).select('id').where('visible', '=', visible).where('id', '>=', from);
			return (await query.orderBy('id').limit(1).executeTakeFirst())?.id ?? null;
		},

		/** Lists ids above `afterId` of ads or posts in any state, ascending. */
		async listIdsAfter(db: Db, afterId: number, limit: number): Promise<number[]> {
			const query = rows(db).select('id').where('id', '>', afterId).orderBy('id').limit(limit);
			return (await query.execute()).map((row) => row.id);
		},

		async lastId(db: Db): Promise<number> {
			return (await rows(db).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
		},

		/** Selects the given columns of visible ads or posts with ids from `first` to `last`, inclusive. */
		async listVisibleBetween<Column extends keyof Row & string>(
			db: Db,
			columns: readonly Column[],
			first: number,
			last: number,
		): Promise<Pick<Row, Column>[]> {
			const names = columns.map((column) => sql.ref(column));
			const result = await sql<Pick<Row, Column>>`
				select ${sql.join(names)} from ${sql.table(target)}
				where visible = ${visible} and id >= ${first} and id <= ${last} order by id
			`.execute(on(db));
			return result.rows;
		},

		/** Lists ids of ads or posts below `below`, newest first. Costs one index scan. */
		async newestIds(
			db: Db,
			{ ownerId, variety: wanted, withHidden = false }: NewestFilter,
			below: number | null,
			limit: number,
		): Promise<number[]> {
			let query = rows(db).select('id');
			query = withHidden ? query.where(notDeleted) : query.where('visible', '=', visible);
			if (ownerId !== undefined) query = query.where(owner, '=', ownerId);
			if (wanted !== undefined) query = query.where(variety, '=', wanted);
			if (below !== null) query = query.where('id', '<', below);
			const found = await query.orderBy('id', 'desc').limit(limit).execute();
			return found.map((row) => row.id);
		},

		/** Lists an owner's ads or posts that are not deleted, newest first. With `id`, lists only the one with that id. */
		async listUndeletedByOwner(
			db: Db,
			ownerId: number,
			{ id, most }: { id?: number | undefined; most: number },
		): Promise<Row[]> {
			let query = rows(db).selectAll().where(owner, '=', ownerId).where(notDeleted);
			if (id !== undefined) query = query.where('id', '=', id);
			return (await query.orderBy('id', 'desc').limit(most).execute()) as Row[];
		},

		/** Lists all ads or posts of an owner, including deleted ones, oldest first. */
		async listByOwner(db: Db, ownerId: number): Promise<Row[]> {
			return (await rows(db).selectAll().where(owner, '=', ownerId).orderBy('id').execute()) as Row[];
		},

		/** Counts the ads or posts of each owner, in any state. */
		async countByOwner(db: Db, ownerIds: readonly number[]): Promise<Map<number, number>> {
			if (ownerIds.length === 0) return new Map();
			const counts = await rows(db)
				.select(({ fn }) => [owner.as('owner'), fn.countAll<number>().as('count')])
				.where(owner, 'in', ownerIds)
				.groupBy(owner)
				.execute();
			return new Map(counts.map((row) => [row.owner, row.count]));
		},

		/** Counts the ads or posts that meet each SQL condition. */
		async countByCondition<Name extends string>(
			db: Db,
			conditions: Readonly<Record<Name, string>>,
		): Promise<Record<Name, number>> {
			const counts = Object.entries<string>(conditions).map(([name, condition]) =>
				sql<number>`count(case when ${sql.raw(condition)} then 1 end)`.as(name),
			);
			return (await rows(db).select(counts).executeTakeFirstOrThrow()) as Record<Name, number>;
		},

		/** Counts ads or posts created since `from` per UTC day, in days since 1970. Omits days without any. */
		countByDay: (db: Db, from: number): Promise<{ day: number; count: number }[]> =>
			rows(db)
				.select(({ fn }) => [createdDay.as('day'), fn.countAll<number>().as('count')])
				.where('created_at', '>=', from)
				.groupBy(createdDay)
				.execute(),

		async addFiles(tx: Tx, id: number, mediaIds: readonly number[]): Promise<void> {
			if (mediaIds.length === 0) return;
			const values = mediaIds.map((mediaId, position) => sql`(${id}, ${position}, ${mediaId})`);
			await sql`insert into ${sql.table(files)} (${fileOf}, position, media_id) values ${sql.join(values)}`.execute(
				on(tx),
			);
		},

		/** Returns the media ids of the files of each ad or post, in the order of the files. */
		async findFileIds(db: Db, ids: readonly number[]): Promise<Map<number, number[]>> {
			if (ids.length === 0) return new Map();
			const found = await runCompiled(db, `${files} by ids`, { list: toListParameter(db, ids) }, ({ list }) =>
				on(db)
					.selectFrom(files)
					.select([fileOf.as('id'), 'media_id'])
					.where(isAmong(db, tables[target].fileOf, list))
					.orderBy(fileOf)
					.orderBy('position'),
			);
			const byId = Map.groupBy(found, (row) => row.id);
			return new Map([...byId].map(([id, of]) => [id, of.map((row) => row.media_id)]));
		},

		/** Lists the media ids of an owner's files. Omits files of ads or posts that are deleted or hidden by a moderator. */
		async findFileIdsByOwner(db: Db, ownerId: number): Promise<number[]> {
			const ids = rows(db).select('id').where(owner, '=', ownerId).where('hidden_at', 'is', null).where(notDeleted);
			const found = await on(db).selectFrom(files).select('media_id').where(fileOf, 'in', ids).execute();
			return found.map((row) => row.media_id);
		},

		/** Deletes an ad or post and the links to its files. Returns the media ids of the files, which the caller must remove. */
		async remove(tx: Tx, { id }: AuthorizedRow<Row> | ModeratorAuthorizedRow<Row>): Promise<number[]> {
			const found = await on(tx).deleteFrom(files).where(fileOf, '=', id).returning('media_id').execute();
			await on(tx).deleteFrom(target).where('id', '=', id).execute();
			return found.map((row) => row.media_id);
		},
	};
}
