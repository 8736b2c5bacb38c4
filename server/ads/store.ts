import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import { trendingScoreGainSql } from '../content/index.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { type Db, isAmong, lockRows, runCompiled, type Tx, toListParameter } from '../database/index.ts';
import { toDeliveryBit } from './delivery.ts';
import type { AdFilter, IndexedFilter } from './filter.ts';
import type { AdRow, AdTables } from './tables.ts';

const on = (db: Db) => db.tables<AdTables>();

// `visible` is compared with an SQL literal, because with a bound parameter the query planner ignores partial indexes on `visible = 1`.
const visible = sql.lit(1);

export const adStatsSqlConditions = {
	shown: 'visible = 1',
	sold: 'sold_at is not null',
	hidden: 'hidden_at is not null',
	videos: "format = 'video'",
};

export async function insertAd(tx: Tx, ad: Insertable<AdTables['ads']>): Promise<AdRow> {
	return on(tx).insertInto('ads').values(ad).returningAll().executeTakeFirstOrThrow();
}

export async function updateAd(
	tx: Tx,
	{ id }: AuthorizedRow<AdRow>,
	change: Updateable<AdTables['ads']>,
): Promise<AdRow> {
	return on(tx).updateTable('ads').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Replaces a number on all of a seller's ads that show it. Returns the ids of these ads. */
export async function replaceNumber(
	tx: Tx,
	sellerId: number,
	column: 'whatsapp' | 'call_number',
	{ previous, current }: { previous: string; current: string | null },
): Promise<number[]> {
	const rows = await on(tx)
		.updateTable('ads')
		.set({ [column]: current })
		.where('seller_id', '=', sellerId)
		.where(column, '=', previous)
		.returning('id')
		.execute();
	return rows.map(({ id }) => id);
}

/** Sets a number of one of a seller's ads. */
export async function setNumber(
	tx: Tx,
	sellerId: number,
	id: number,
	column: 'whatsapp' | 'call_number',
	number: string | null,
): Promise<void> {
	await on(tx)
		.updateTable('ads')
		.set({ [column]: number })
		.where('id', '=', id)
		.where('seller_id', '=', sellerId)
		.execute();
}

/** Adds to the watched parts of a video ad and updates its trending score. */
export async function addWatchedParts(tx: Tx, id: number, added: number): Promise<void> {
	await on(tx)
		.updateTable('ads')
		.set((eb) => ({
			watched_parts: eb('watched_parts', '+', added),
			score: eb('score', '+', trendingScoreGainSql({ watched_parts: added }, true)),
		}))
		.where('id', '=', id)
		.execute();
}

/** Sets the processing state of an ad's file. Returns the updated ad, or null if the file belongs to no ad. */
export async function setAdMediaState(tx: Tx, mediaId: number, state: AdRow['media_state']): Promise<AdRow | null> {
	const ofMedia = on(tx).selectFrom('ad_media').select('ad_id').where('media_id', '=', mediaId);
	const query = on(tx).updateTable('ads').set({ media_state: state }).where('id', 'in', ofMedia);
	return (await query.returningAll().executeTakeFirst()) ?? null;
}

function selectForSale(db: Db, { category, format, condition, negotiable, delivery, state, lga }: IndexedFilter) {
	let query = on(db).selectFrom('ads').where('visible', '=', visible).where('sold_at', 'is', null);
	if (category !== undefined) query = query.where('category', '=', category);
	if (format !== undefined) query = query.where('format', '=', format);
	if (condition !== undefined) query = query.where('condition', '=', condition);
	if (state !== undefined) query = query.where('state', '=', state);
	if (state !== undefined && lga !== undefined) query = query.where('lga', '=', lga);
	// As literals, for the same reason as `visible`.
	if (negotiable) query = query.where('negotiable', '=', sql.lit(1));
	if (delivery !== undefined) query = query.where(sql<SqlBool>`(delivery & ${sql.lit(toDeliveryBit(delivery))}) <> 0`);
	return query;
}

/** Lists ids and scores of trending ads after the key (score, id), highest score first. Costs one index scan. */
export async function listTrendingAdScores(
	db: Db,
	filter: IndexedFilter,
	after: readonly number[] | null,
	limit: number,
): Promise<{ id: number; score: number }[]> {
	const { negotiable, delivery, ...equal } = filter;
	const name = `${limit} trending ads ${negotiable} ${delivery}`;
	return runCompiled(db, name, { ...equal, score: after?.[0], id: after?.[1] }, ({ score, id, ...is }) => {
		let query = selectForSale(db, { ...is, negotiable, delivery }).select(['id', 'score']);
		if (score !== undefined) query = query.where(sql<SqlBool>`(score, id) < (${score}, ${id})`);
		return query.orderBy('score', 'desc').orderBy('id', 'desc').limit(limit);
	});
}

/** Lists ids of the newest ads for sale, newest first. Walks back over all ads from the newest. */
export async function listNewestAdIds(db: Db, limit: number): Promise<number[]> {
	const rows = await selectForSale(db, {}).select('id').orderBy('id', 'desc').limit(limit).execute();
	return rows.map(({ id }) => id);
}

/** Time from which an ad counts as new: its last renewal, or its creation. The index of migration 0034 has the same expression. */
const newSince = sql<number>`coalesce(renewed_at, created_at)`;

/** Lists ids of a seller's visible, unsold ads after the key (`newSince`, id), newest first. Costs one index scan. */
export async function listSellerAdKeys(
	db: Db,
	{ sellerId, category }: { sellerId: number; category: string | undefined },
	after: readonly number[] | null,
	limit: number,
): Promise<{ id: number; key: number }[]> {
	const values = { sellerId, category, since: after?.[0], id: after?.[1] };
	return runCompiled(db, `${limit} of a seller's ads`, values, ({ sellerId, category, since, id }) => {
		let query = selectForSale(db, { category })
			.select(['id', newSince.as('key')])
			.where('seller_id', '=', sellerId);
		if (since !== undefined) query = query.where(sql<SqlBool>`(${newSince}, id) < (${since}, ${id})`);
		return query.orderBy(newSince, 'desc').orderBy('id', 'desc').limit(limit);
	});
}

const candidateColumns = [
	'id',
	'seller_id',
	'category',
	'created_at',
	'renewed_at',
	'ranked_likes',
	'ranked_comments',
	'views',
] as const;

export type AdCandidateRow = Pick<AdRow, (typeof candidateColumns)[number]>;

/** Lists the most trending ads for sale. Costs one index scan. */
export async function listTrendingAds(db: Db, limit: number): Promise<AdCandidateRow[]> {
	const query = selectForSale(db, {}).select(candidateColumns).orderBy('score', 'desc').orderBy('id', 'desc');
	return query.limit(limit).execute();
}

/** Lists the most trending ads for sale of each category, at most `most` per category. Costs one index scan per category. */
export function listTrendingAdsOfEach(db: Db, categories: readonly string[], most: number): Promise<AdCandidateRow[]> {
	const trending = sql`category = wanted.value order by score desc, id desc limit ${sql.lit(most)}`;
	return selectOfEach(db, categories, 'text', trending, sql`score desc`, categories.length * most);
}

/** Lists the newest ads for sale of the given sellers, at most `most` per seller. Costs one index scan per seller. */
export function listNewestAdsOfEach(
	db: Db,
	sellerIds: readonly number[],
	most: number,
	limit: number,
): Promise<AdCandidateRow[]> {
	const newest = sql`seller_id = wanted.value order by ${newSince} desc, id desc limit ${sql.lit(most)}`;
	return selectOfEach(db, sellerIds, 'bigint', newest, sql`${newSince} desc`, limit);
}

/** Selects the ads for sale that match `each` for one of the values, sorted by `order`. `each` refers to the value as `wanted.value`. */
async function selectOfEach(
	db: Db,
	values: readonly (string | number)[],
	type: 'text' | 'bigint',
	each: RawBuilder<unknown>,
	order: RawBuilder<unknown>,
	limit: number,
): Promise<AdCandidateRow[]> {
	if (values.length === 0) return [];
	const columns = sql.join(candidateColumns.map((name) => sql.ref(`ads.${name}`)));
	const matching = sql`from ads where visible = ${visible} and sold_at is null and ${each}`;
	// SQLite has no lateral joins, and PostgreSQL would scan all ads for each value of the subquery.
	const wanted =
		db.engine === 'sqlite'
			? sql`json_each(${JSON.stringify(values)}) as wanted cross join ads on ads.id in (select id ${matching})`
			: sql`unnest(${values}::${sql.raw(type)}[]) as wanted(value) cross join lateral (select * ${matching}) as ads`;
	const query = sql<AdCandidateRow>`select ${columns} from ${wanted} order by ${order}, ads.id desc limit ${sql.lit(limit)}`;
	return (await query.execute(on(db))).rows;
}

/** Counts a seller's visible, unsold ads per category; with `ids`, only these. Without `ids`, costs one index scan. */
export async function countSellerAdsByCategory(
	db: Db,
	sellerId: number,
	ids?: readonly number[],
): Promise<{ category: string; ads: number }[]> {
	let query = selectForSale(db, {}).select(({ fn }) => ['category', fn.countAll<number>().as('ads')]);
	query = query.where('seller_id', '=', sellerId).groupBy('category');
	return (ids ? query.where(isAmong(db, 'id', toListParameter(db, ids))) : query).execute();
}

/** Counts a seller's visible, sold ads. Costs one index scan. */
export async function countSoldAds(db: Db, sellerId: number): Promise<number> {
	const { ads } = await on(db)
		.selectFrom('ads')
		.select(({ fn }) => fn.countAll<number>().as('ads'))
		.where('seller_id', '=', sellerId)
		.where('visible', '=', visible)
		.where('sold_at', 'is not', null)
		.executeTakeFirstOrThrow();
	return ads;
}

/** Lists ids of a seller's visible, unsold ads, highest trending score first. */
export async function listBestAdIds(db: Db, sellerId: number, limit: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('ads')
		.select('id')
		.where('seller_id', '=', sellerId)
		.where('visible', '=', visible)
		.where('sold_at', 'is', null)
		.orderBy('score', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** Counts the ads of each filter, and stops at `upTo`. Costs one index scan of at most `upTo` entries per filter. */
export async function countVisibleAds(db: Db, filters: readonly IndexedFilter[], upTo: number): Promise<number[]> {
	if (filters.length === 0) return [];
	const counts = filters.map((filter, position) => {
		const listed = selectForSale(db, filter).select(sql.lit(1).as('one')).limit(upTo);
		return sql`select ${sql.lit(position)} as position, count(*) as ads from (${listed}) as listed`;
	});
	const { rows } = await sql<{ ads: number }>`${sql.join(counts, sql` union all `)} order by position`.execute(on(db));
	return rows.map(({ ads }) => Number(ads));
}

export type AdOptionColumns = Pick<AdRow, 'format' | 'condition' | 'negotiable' | 'delivery' | 'state' | 'lga'>;

/** Lists the options of those of the given ads that are visible, unsold and within the price range. */
export async function listVisibleAdOptions(
	db: Db,
	ids: readonly number[],
	{ minPrice, maxPrice }: Pick<AdFilter, 'minPrice' | 'maxPrice'>,
): Promise<AdOptionColumns[]> {
	if (ids.length === 0) return [];
	let query = selectForSale(db, {})
		.select(['format', 'condition', 'negotiable', 'delivery', 'state', 'lga'])
		.where(isAmong(db, 'id', toListParameter(db, ids)));
	if (minPrice !== undefined) query = query.where('price_kobo', '>=', minPrice);
	if (maxPrice !== undefined) query = query.where('price_kobo', '<=', maxPrice);
	return query.execute();
}

export type SimilarCandidate = Pick<AdRow, 'id' | 'seller_id' | 'title' | 'price_kobo' | 'state' | 'score'>;

/** Lists those of the given ads that other sellers have for sale. */
export async function listForSaleByOthers(
	db: Db,
	ids: readonly number[],
	sellerId: number,
): Promise<SimilarCandidate[]> {
	if (ids.length === 0) return [];
	return selectForSale(db, {})
		.select(['id', 'seller_id', 'title', 'price_kobo', 'state', 'score'])
		.where(isAmong(db, 'id', toListParameter(db, ids)))
		.where('seller_id', '<>', sellerId)
		.execute();
}

export async function findForSaleIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
	if (ids.length === 0) return new Set();
	const rows = await selectForSale(db, {})
		.select('id')
		.where(isAmong(db, 'id', toListParameter(db, ids)))
		.execute();
	return new Set(rows.map(({ id }) => id));
}

/** Price sort keys of ads without a price. Such ads come last in both directions. */
export const unpricedAdSortKeys = { cheapest: Number.MAX_SAFE_INTEGER, dearest: 0 };

const orders = {
	trending: { key: sql<number>`+score`, direction: 'desc' },
	best: { key: sql<number>`+score`, direction: 'desc' },
	newest: { key: newSince, direction: 'desc' },
	cheapest: { key: sql<number>`coalesce(price_kobo, ${sql.lit(unpricedAdSortKeys.cheapest)})`, direction: 'asc' },
	dearest: { key: sql<number>`coalesce(price_kobo, ${sql.lit(unpricedAdSortKeys.dearest)})`, direction: 'desc' },
} as const;

/** Sorted ads of a window of search results. */
export interface SortedWindow {
	ads: { id: number; key: number }[];
	/** Highest id of the window; null if the search found nothing. */
	newest: number | null;
	/** Highest id after the window; null if the window is the last one. */
	next: number | null;
}

/**
 * Sorts those of the `windowSize` newest found ads that are visible, unsold and within the price range. Starts after the key (sort value,
 * id). `found` selects `windowSize + 1` ids if there are as many.
 */
export async function sortNewestFound(
	db: Db,
	found: RawBuilder<{ id: number }>,
	windowSize: number,
	{ sort, minPrice, maxPrice }: { sort: keyof typeof orders } & Pick<AdFilter, 'minPrice' | 'maxPrice'>,
	after: readonly number[] | null,
	limit: number,
): Promise<SortedWindow> {
	const { key, direction } = orders[sort];
	const inDirection = sql.raw(direction);
	const beyond = direction === 'desc' ? sql`<` : sql`>`;
	const conditions = [
		...(minPrice === undefined ? [] : [sql`price_kobo >= ${minPrice}`]),
		...(maxPrice === undefined ? [] : [sql`price_kobo <= ${maxPrice}`]),
		...(after ? [sql`(${key}, ads.id) ${beyond} (${after[0]}, ${after[1]})`] : []),
	].map((condition) => sql`and ${condition}`);
	// Each engine looks up the ads by their ids. With a plain join, PostgreSQL may read all ads.
	const listed =
		db.engine === 'sqlite'
			? sql`listed cross join ads on ads.id = listed.id where true`
			: sql`ads where ads.id = any(array(select id from listed))`;
	const { rows } = await sql<{ newest: number | null; next: number | null; id: number | null; key: number | null }>`
		with found as materialized (${found}),
			listed as materialized (select id from found order by id desc limit ${sql.lit(windowSize)}),
			sorted as (select ads.id, ${key} as key from ${listed} and visible = ${visible} and sold_at is null
				${sql.join(conditions, sql` `)} order by ${key} ${inDirection}, ads.id ${inDirection} limit ${sql.lit(limit)})
		select newest, next, id, key from
			(select max(id) as newest, case when count(*) > ${windowSize} then min(id) end as next from found) as bounds
			left join sorted on true order by key ${inDirection}, id ${inDirection}`.execute(on(db));
	return {
		ads: rows.flatMap(({ id, key }) => (id === null || key === null ? [] : [{ id, key }])),
		newest: rows[0]?.newest ?? null,
		next: rows[0]?.next ?? null,
	};
}

/** Counts visible, unsold ads per category. Omits empty categories. */
export async function countAdsByCategory(db: Db): Promise<{ category: string; ads: number }[]> {
	return on(db)
		.selectFrom('ads')
		.select(({ fn }) => ['category', fn.countAll<number>().as('ads')])
		.where('visible', '=', visible)
		.where('sold_at', 'is', null)
		.groupBy('category')
		.execute();
}

/** Locks ads until the transaction ends. Omits unknown ids. */
export function lockAds(tx: Tx, ids: readonly number[]): Promise<AdRow[]> {
	return lockRows(tx, on(tx).selectFrom('ads').selectAll().where('id', 'in', ids).orderBy('id'));
}

/** Replaces the products of a video. */
export async function setPinnedProducts(
	tx: Tx,
	{ id }: AuthorizedRow<AdRow>,
	productIds: readonly number[],
): Promise<void> {
	await on(tx).deleteFrom('pinned_products').where('video_id', '=', id).execute();
	if (productIds.length === 0) return;
	const rows = productIds.map((productId, position) => ({ video_id: id, position, product_id: productId }));
	await on(tx).insertInto('pinned_products').values(rows).execute();
}

/** Lists the products for sale of videos, in their order. */
export async function listPinnedProducts(
	db: Db,
	videoIds: readonly number[],
): Promise<(AdRow & { video_id: number })[]> {
	if (videoIds.length === 0) return [];
	return runCompiled(db, 'pinned products', { list: toListParameter(db, videoIds) }, ({ list }) =>
		on(db)
			.selectFrom('pinned_products')
			.innerJoin('ads', 'ads.id', 'product_id')
			.selectAll('ads')
			.select('video_id')
			.where(isAmong(db, 'video_id', list))
			.where('visible', '=', visible)
			.where('sold_at', 'is', null)
			.orderBy('video_id')
			.orderBy('position'),
	);
}

/** Lists visible videos that a product is pinned to, newest first. */
export async function listVideosOfProduct(db: Db, productId: number, limit: number): Promise<AdRow[]> {
	return on(db)
		.selectFrom('pinned_products')
		.innerJoin('ads', 'ads.id', 'video_id')
		.selectAll('ads')
		.where('product_id', '=', productId)
		.where('visible', '=', visible)
		.orderBy('video_id', 'desc')
		.limit(limit)
		.execute();
}

/** Lists the videos that an ad is pinned to and the products that are pinned to it, in any state. */
export async function listLinkedAdIds(db: Db, id: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom('pinned_products')
		.selectAll()
		.where((eb) => eb.or([eb('video_id', '=', id), eb('product_id', '=', id)]))
		.execute();
	return rows.map(({ video_id, product_id }) => (video_id === id ? product_id : video_id));
}

/** Returns the ids of the products that a seller pinned to videos, by video, in any state. */
export async function listProductIdsBySeller(db: Db, sellerId: number): Promise<Map<number, number[]>> {
	const rows = await on(db)
		.selectFrom('pinned_products')
		.innerJoin('ads', 'ads.id', 'video_id')
		.select(['video_id', 'product_id'])
		.where('seller_id', '=', sellerId)
		.orderBy('video_id')
		.orderBy('position')
		.execute();
	const byVideo = Map.groupBy(rows, (row) => row.video_id);
	return new Map([...byVideo].map(([videoId, products]) => [videoId, products.map(({ product_id }) => product_id)]));
}

/** Locks at most `limit` ads of an import until the transaction ends. */
export function lockImportedAds(tx: Tx, importId: number, limit: number): Promise<AdRow[]> {
	return lockRows(
		tx,
		on(tx).selectFrom('ads').selectAll().where('import_id', '=', importId).orderBy('id').limit(limit),
	);
}

/** Counts the ads of each import. Omits imports without ads. */
export async function countAdsByImport(db: Db, importIds: readonly number[]): Promise<Map<number, number>> {
	if (importIds.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('ads')
		.select(({ fn }) => ['import_id', fn.countAll<number>().as('ads')])
		.where('import_id', 'in', importIds)
		.groupBy('import_id')
		.execute();
	return new Map(rows.map(({ import_id, ads }) => [import_id ?? 0, Number(ads)]));
}

export async function countVisibleAdsOfImport(
	db: Db,
	importId: number,
): Promise<{ ads: number; newestId: number | null }> {
	const { ads, newest } = await on(db)
		.selectFrom('ads')
		.select(({ fn }) => [fn.countAll<number>().as('ads'), fn.max('id').as('newest')])
		.where('import_id', '=', importId)
		.where('visible', '=', visible)
		.executeTakeFirstOrThrow();
	return { ads: Number(ads), newestId: newest === null ? null : Number(newest) };
}
