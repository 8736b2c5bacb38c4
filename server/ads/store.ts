import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { AdFormat } from '../../contract/ads.ts';
import { addById, type Db, lockRow, type Tx } from '../platform/database/index.ts';
import type { Counts } from '../platform/trending.ts';
import type { AdRow, AdTables } from './tables.ts';

const on = (db: Db) => db.tables<AdTables>();

// A partial index is found by the condition itself, not by a value bound to it.
const visible = sql.lit(1);

export async function insertAd(tx: Tx, ad: Insertable<AdTables['ads']>, mediaIds: readonly number[]): Promise<AdRow> {
	const row = await on(tx).insertInto('ads').values(ad).returningAll().executeTakeFirstOrThrow();
	await on(tx)
		.insertInto('ad_media')
		.values(mediaIds.map((media_id, position) => ({ ad_id: row.id, position, media_id })))
		.execute();
	return row;
}

export async function findAd(db: Db, id: number): Promise<AdRow | null> {
	return (await on(db).selectFrom('ads').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findAds(db: Db, ids: readonly number[]): Promise<AdRow[]> {
	if (ids.length === 0) return [];
	return on(db).selectFrom('ads').selectAll().where('id', 'in', ids).execute();
}

export async function updateAd(tx: Tx, id: number, change: Updateable<AdTables['ads']>): Promise<AdRow> {
	return on(tx).updateTable('ads').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Adds to an ad's counts; its row stays locked until the transaction ends. Null where there is none. */
export async function addCounts(tx: Tx, id: number, by: Partial<Counts>): Promise<AdRow | null> {
	const [row = null] = await addCountsToEach(tx, [id], by);
	return row;
}

/** Adds the same to the counts of many ads, whose rows stay locked until the transaction ends; answers those that are there. */
export async function addCountsToEach(
	tx: Tx,
	ids: readonly number[],
	{ likes = 0, comments = 0, views = 0 }: Partial<Counts>,
): Promise<AdRow[]> {
	if (ids.length === 0) return [];
	return on(tx)
		.updateTable('ads')
		.set((eb) => ({
			likes: eb('likes', '+', likes),
			comments: eb('comments', '+', comments),
			views: eb('views', '+', views),
		}))
		.where('id', 'in', ids)
		.returningAll()
		.execute();
}

/** Adds to scores, by the ids of their ads. */
export function addScores(tx: Tx, by: ReadonlyMap<number, number>): Promise<void> {
	return addById(on(tx), 'ads', 'score', by);
}

export async function nextShown(db: Db, from: number): Promise<number | null> {
	const row = await on(db)
		.selectFrom('ads')
		.select('id')
		.where('visible', '=', visible)
		.where('id', '>=', from)
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row?.id ?? null;
}

export async function lastId(db: Db): Promise<number> {
	const row = await on(db).selectFrom('ads').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
	return row?.id ?? 0;
}

export async function shownBetween(
	db: Db,
	first: number,
	last: number,
): Promise<Pick<AdRow, 'id' | 'format' | 'title' | 'updated_at'>[]> {
	return on(db)
		.selectFrom('ads')
		.select(['id', 'format', 'title', 'updated_at'])
		.where('visible', '=', visible)
		.where('id', '>=', first)
		.where('id', '<=', last)
		.orderBy('id')
		.execute();
}

export interface AdFigures {
	id: number;
	title: string;
	views: number;
	likes: number;
	comments: number;
}

/** What a seller's ads have gathered, newest first; of one ad with an `id`. */
export async function figuresOf(
	db: Db,
	sellerId: number,
	{ id, most }: { id?: number | undefined; most: number },
): Promise<AdFigures[]> {
	let query = on(db)
		.selectFrom('ads')
		.select(['id', 'title', 'views', 'likes', 'comments'])
		.where('seller_id', '=', sellerId);
	if (id !== undefined) query = query.where('id', '=', id);
	return query.orderBy('id', 'desc').limit(most).execute();
}

/** An ad; whoever else changes it waits for this transaction. */
export async function lockAd(tx: Tx, id: number): Promise<AdRow | null> {
	return lockRow(tx, on(tx).selectFrom('ads').selectAll().where('id', '=', id));
}

/** Hides a seller's ads, or shows those again that are not hidden for themselves; answers them as they are then. */
export async function setOwnerGone(tx: Tx, sellerId: number, gone: boolean): Promise<AdRow[]> {
	return on(tx)
		.updateTable('ads')
		.set({ owner_gone: gone ? 1 : 0 })
		.where('seller_id', '=', sellerId)
		.returningAll()
		.execute();
}

/** Deletes an ad; answers the ids of its files. */
export async function deleteAd(tx: Tx, id: number): Promise<number[]> {
	const files = await on(tx).deleteFrom('ad_media').where('ad_id', '=', id).returning('media_id').execute();
	await on(tx).deleteFrom('ads').where('id', '=', id).execute();
	return files.map((file) => file.media_id);
}

export async function findAdOfMedia(db: Db, mediaId: number): Promise<AdRow | null> {
	const row = await on(db)
		.selectFrom('ads')
		.innerJoin('ad_media', 'ad_media.ad_id', 'ads.id')
		.selectAll('ads')
		.where('ad_media.media_id', '=', mediaId)
		.executeTakeFirst();
	return row ?? null;
}

/** The files of ads that are not hidden for themselves, of a seller. */
export async function mediaIdsOfSeller(db: Db, sellerId: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('ad_media')
		.innerJoin('ads', 'ads.id', 'ad_media.ad_id')
		.select('ad_media.media_id')
		.where('ads.seller_id', '=', sellerId)
		.where('ads.hidden_at', 'is', null)
		.execute();
	return rows.map((row) => row.media_id);
}

/** The files of an ad, in their order. */
export async function mediaIdsOf(db: Db, adId: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('ad_media')
		.select('media_id')
		.where('ad_id', '=', adId)
		.orderBy('position')
		.execute();
	return rows.map((row) => row.media_id);
}

export interface TrendingFilter {
	category?: string | undefined;
	format?: AdFormat | undefined;
	place?: string | undefined;
	/** Kobo. */
	minPrice?: number | undefined;
	maxPrice?: number | undefined;
}

/** Ids of trending ads after a key (score, id), best first: one walk along an index. */
export async function trendingKeys(
	db: Db,
	{ category, format, place, minPrice, maxPrice }: TrendingFilter,
	after: readonly number[] | null,
	most: number,
): Promise<{ id: number; score: number }[]> {
	let query = on(db)
		.selectFrom('ads')
		.select(['id', 'score'])
		.where('visible', '=', visible)
		.where('sold_at', 'is', null);
	if (category !== undefined) query = query.where('category', '=', category);
	if (format !== undefined) query = query.where('format', '=', format);
	if (place) query = query.where(holds(sql`lower(place)`, place));
	if (minPrice !== undefined) query = query.where('price_kobo', '>=', minPrice);
	if (maxPrice !== undefined) query = query.where('price_kobo', '<=', maxPrice);
	if (after) query = query.where(sql<SqlBool>`(score, id) < (${after[0]}, ${after[1]})`);
	return query.orderBy('score', 'desc').orderBy('id', 'desc').limit(most).execute();
}

function holds(column: Expression<unknown>, part: string): Expression<SqlBool> {
	const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
	return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}

/** The number that stands for no price: ads without one are neither cheap nor dear and come last both times. */
export const noPrice = { cheapest: Number.MAX_SAFE_INTEGER, dearest: 0 };

const orders = {
	trending: { key: sql<number>`+score`, direction: 'desc' },
	best: { key: sql<number>`+score`, direction: 'desc' },
	newest: { key: sql<number>`+created_at`, direction: 'desc' },
	cheapest: { key: sql<number>`coalesce(price_kobo, ${sql.lit(noPrice.cheapest)})`, direction: 'asc' },
	dearest: { key: sql<number>`coalesce(price_kobo, ${sql.lit(noPrice.dearest)})`, direction: 'desc' },
} as const;

/** Of these ids those on show within the prices, in an order, after a key (its number, id). */
export async function orderAmong(
	db: Db,
	ids: readonly number[],
	{ sort, minPrice, maxPrice }: { sort: keyof typeof orders } & Pick<TrendingFilter, 'minPrice' | 'maxPrice'>,
	after: readonly number[] | null,
	most: number,
): Promise<{ id: number; key: number }[]> {
	if (ids.length === 0) return [];
	const { key, direction } = orders[sort];
	const among =
		db.engine === 'sqlite'
			? sql<SqlBool>`id in (select value from json_each(${JSON.stringify(ids)}))`
			: sql<SqlBool>`id = any(${ids}::bigint[])`;
	let query = on(db)
		.selectFrom('ads')
		.select(['id', key.as('key')])
		.where(among)
		.where('visible', '=', visible)
		.where('sold_at', 'is', null);
	if (minPrice !== undefined) query = query.where('price_kobo', '>=', minPrice);
	if (maxPrice !== undefined) query = query.where('price_kobo', '<=', maxPrice);
	if (after) {
		const beyond = direction === 'desc' ? sql`<` : sql`>`;
		query = query.where(sql<SqlBool>`(${key}, id) ${beyond} (${after[0]}, ${after[1]})`);
	}
	return query.orderBy(key, direction).orderBy('id', direction).limit(most).execute();
}

/** How many ads are on show in each category that has any. */
export async function countByCategory(db: Db): Promise<{ category: string; ads: number }[]> {
	return on(db)
		.selectFrom('ads')
		.select(({ fn }) => ['category', fn.countAll<number>().as('ads')])
		.where('visible', '=', visible)
		.where('sold_at', 'is', null)
		.groupBy('category')
		.execute();
}

/** Ids of a seller's ads below an id, newest first. */
export async function sellerKeys(
	db: Db,
	sellerId: number,
	{ format, shownOnly }: { format?: AdFormat | undefined; shownOnly: boolean },
	below: number | null,
	most: number,
): Promise<number[]> {
	let query = on(db).selectFrom('ads').select('id').where('seller_id', '=', sellerId);
	if (shownOnly) query = query.where('visible', '=', visible);
	if (format !== undefined) query = query.where('format', '=', format);
	if (below !== null) query = query.where('id', '<', below);
	const rows = await query.orderBy('id', 'desc').limit(most).execute();
	return rows.map((row) => row.id);
}

/** Every ad of a seller, oldest first. */
export async function adsOf(db: Db, sellerId: number): Promise<AdRow[]> {
	return on(db).selectFrom('ads').selectAll().where('seller_id', '=', sellerId).orderBy('id').execute();
}

/** How many ads of any state each of these sellers has. */
export async function countBySeller(db: Db, sellerIds: readonly number[]): Promise<Map<number, number>> {
	if (sellerIds.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('ads')
		.select(({ fn }) => ['seller_id', fn.countAll<number>().as('ads')])
		.where('seller_id', 'in', sellerIds)
		.groupBy('seller_id')
		.execute();
	return new Map(rows.map((row) => [row.seller_id, row.ads]));
}

/** All ads in numbers. */
export async function siteFigures(db: Db) {
	const count = (condition: string) => sql<number>`count(case when ${sql.raw(condition)} then 1 end)`;
	return on(db)
		.selectFrom('ads')
		.select([
			count('visible = 1').as('shown'),
			count('sold_at is not null').as('sold'),
			count('hidden_at is not null').as('hidden'),
			count("format = 'video'").as('videos'),
		])
		.executeTakeFirstOrThrow();
}

/** How many were posted on each day since one; days without any are left out. */
export async function countByDay(db: Db, from: number): Promise<{ day: number; count: number }[]> {
	return on(db)
		.selectFrom('ads')
		.select(({ fn }) => [dayOf.as('day'), fn.countAll<number>().as('count')])
		.where('created_at', '>=', from)
		.groupBy(dayOf)
		.execute();
}

/** The UTC day since 1970. */
const dayOf = sql<number>`created_at / 86400000`;
