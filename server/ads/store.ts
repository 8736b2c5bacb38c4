import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { AdFormat } from '../../contract/ads.ts';
import type { AuthorizedRow } from '../platform/authorization.ts';
import type { Db, Tx } from '../platform/database/index.ts';
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

/** Sets the processing state of an ad's file. Returns the updated ad, or null if the file belongs to no ad. */
export async function setAdMediaState(tx: Tx, mediaId: number, state: AdRow['media_state']): Promise<AdRow | null> {
	const ofMedia = on(tx).selectFrom('ad_media').select('ad_id').where('media_id', '=', mediaId);
	const query = on(tx).updateTable('ads').set({ media_state: state }).where('id', 'in', ofMedia);
	return (await query.returningAll().executeTakeFirst()) ?? null;
}

export interface TrendingFilter {
	category?: string | undefined;
	format?: AdFormat | undefined;
	place?: string | undefined;
	/** Lowest price of the ads to list, in kobo. */
	minPrice?: number | undefined;
	maxPrice?: number | undefined;
}

/** Lists ids and scores of trending ads after the key (score, id), highest score first. Costs one index scan. */
export async function listTrendingAdScores(
	db: Db,
	{ category, format, place, minPrice, maxPrice }: TrendingFilter,
	after: readonly number[] | null,
	limit: number,
): Promise<{ id: number; score: number }[]> {
	let query = on(db)
		.selectFrom('ads')
		.select(['id', 'score'])
		.where('visible', '=', visible)
		.where('sold_at', 'is', null);
	if (category !== undefined) query = query.where('category', '=', category);
	if (format !== undefined) query = query.where('format', '=', format);
	if (place) query = query.where(contains(sql`lower(place)`, place));
	if (minPrice !== undefined) query = query.where('price_kobo', '>=', minPrice);
	if (maxPrice !== undefined) query = query.where('price_kobo', '<=', maxPrice);
	if (after) query = query.where(sql<SqlBool>`(score, id) < (${after[0]}, ${after[1]})`);
	return query.orderBy('score', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

function contains(column: Expression<unknown>, part: string): Expression<SqlBool> {
	const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
	return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}

/** Price sort keys of ads without a price. Such ads come last in both directions. */
export const unpricedAdSortKeys = { cheapest: Number.MAX_SAFE_INTEGER, dearest: 0 };

const orders = {
	trending: { key: sql<number>`+score`, direction: 'desc' },
	best: { key: sql<number>`+score`, direction: 'desc' },
	newest: { key: sql<number>`+created_at`, direction: 'desc' },
	cheapest: { key: sql<number>`coalesce(price_kobo, ${sql.lit(unpricedAdSortKeys.cheapest)})`, direction: 'asc' },
	dearest: { key: sql<number>`coalesce(price_kobo, ${sql.lit(unpricedAdSortKeys.dearest)})`, direction: 'desc' },
} as const;

/** Sorts those of the given ads that are visible, unsold and within the price range. Starts after the key (sort value, id). */
export async function sortVisibleAdIds(
	db: Db,
	ids: readonly number[],
	{ sort, minPrice, maxPrice }: { sort: keyof typeof orders } & Pick<TrendingFilter, 'minPrice' | 'maxPrice'>,
	after: readonly number[] | null,
	limit: number,
): Promise<{ id: number; key: number }[]> {
	if (ids.length === 0) return [];
	const { key, direction } = orders[sort];
	const isAmongIds =
		db.engine === 'sqlite'
			? sql<SqlBool>`id in (select value from json_each(${JSON.stringify(ids)}))`
			: sql<SqlBool>`id = any(${ids}::bigint[])`;
	let query = on(db)
		.selectFrom('ads')
		.select(['id', key.as('key')])
		.where(isAmongIds)
		.where('visible', '=', visible)
		.where('sold_at', 'is', null);
	if (minPrice !== undefined) query = query.where('price_kobo', '>=', minPrice);
	if (maxPrice !== undefined) query = query.where('price_kobo', '<=', maxPrice);
	if (after) {
		const beyond = direction === 'desc' ? sql`<` : sql`>`;
		query = query.where(sql<SqlBool>`(${key}, id) ${beyond} (${after[0]}, ${after[1]})`);
	}
	return query.orderBy(key, direction).orderBy('id', direction).limit(limit).execute();
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
