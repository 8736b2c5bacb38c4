import * as limits from '../../contract/core/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { Db, Tx } from '../database/index.ts';
import type { InsightBuffer } from './buffer.ts';
import type { InsightTables } from './tables.ts';

const on = (db: Db) => db.tables<InsightTables>();

const columns = { ads: 'ad_id', posts: 'post_id' } as const satisfies Record<ContentTarget, string>;

/** Rows per statement. Keeps statements below the parameter limits of SQLite and PostgreSQL. */
const batchSize = 200;

/** Stores hashes of views, contacts and plays. Returns the new hashes: the others are repeats. */
export async function insertViewHashes(tx: Tx, rows: readonly { day: number; hash: string }[]): Promise<Set<string>> {
	const newHashes = new Set<string>();
	for (const batch of chunk(rows)) {
		const added = await on(tx)
			.insertInto('seen_today')
			.values(batch.map(({ day, hash }) => ({ day, hash })))
			.onConflict((conflict) => conflict.columns(['day', 'hash']).doNothing())
			.returning('hash')
			.execute();
		for (const { hash } of added) newHashes.add(hash);
	}
	return newHashes;
}

export interface DailyItemStats {
	ownerId: number;
	target: ContentTarget;
	id: number;
	day: number;
	views: number;
	/** WhatsApp chats, including those with an offer. */
	contacts: number;
	offers: number;
	calls: number;
	/** Taps on the products of a video. */
	product_taps: number;
}

export async function incrementDailyItemStats(
	tx: Tx,
	{ ownerId, target, id, ...stats }: DailyItemStats,
): Promise<void> {
	await on(tx)
		.insertInto('item_days')
		.values({ owner_id: ownerId, ad_id: null, post_id: null, [columns[target]]: id, ...stats })
		.onConflict((conflict) =>
			conflict.columns([columns[target], 'day']).doUpdateSet((eb) => ({
				views: eb('item_days.views', '+', eb.ref('excluded.views')),
				contacts: eb('item_days.contacts', '+', eb.ref('excluded.contacts')),
				offers: eb('item_days.offers', '+', eb.ref('excluded.offers')),
				calls: eb('item_days.calls', '+', eb.ref('excluded.calls')),
				product_taps: eb('item_days.product_taps', '+', eb.ref('excluded.product_taps')),
			})),
		)
		.execute();
}

/** Adds to the plays of each part of a video ad. `plays` has one number per part. */
export async function incrementPartPlays(tx: Tx, adId: number, plays: readonly number[]): Promise<void> {
	const rows = plays.map((plays, part) => ({ ad_id: adId, part, plays })).filter(({ plays }) => plays > 0);
	await on(tx)
		.insertInto('part_plays')
		.values(rows)
		.onConflict((conflict) =>
			conflict
				.columns(['ad_id', 'part'])
				.doUpdateSet((eb) => ({ plays: eb('part_plays.plays', '+', eb.ref('excluded.plays')) })),
		)
		.execute();
}

/** Returns the number of plays that watched each part, by ad. Omits ads without plays. */
export async function listPartPlays(db: Db, adIds: readonly number[]): Promise<Map<number, number[]>> {
	if (adIds.length === 0) return new Map();
	const rows = await on(db).selectFrom('part_plays').selectAll().where('ad_id', 'in', adIds).execute();
	return new Map(
		[...Map.groupBy(rows, ({ ad_id }) => ad_id)].map(([id, parts]) => {
			const plays = noPlays();
			for (const row of parts) plays[row.part] = row.plays;
			return [id, plays];
		}),
	);
}

/** Returns 0 plays for each part of a video. */
export function noPlays(): number[] {
	return Array<number>(limits.watching.parts).fill(0);
}

export async function incrementPageviews(tx: Tx, pages: InsightBuffer['pages']): Promise<void> {
	for (const part of chunk(sortRows(pages))) {
		await on(tx)
			.insertInto('page_days')
			.values(part)
			.onConflict((conflict) =>
				conflict
					.columns(['day', 'route', 'path'])
					.doUpdateSet((eb) => ({ views: eb('page_days.views', '+', eb.ref('excluded.views')) })),
			)
			.execute();
	}
}

export async function incrementWebVitals(tx: Tx, vitals: InsightBuffer['vitals']): Promise<void> {
	for (const part of chunk(sortRows(vitals))) {
		await on(tx)
			.insertInto('vital_days')
			.values(part)
			.onConflict((conflict) =>
				conflict
					.columns(['day', 'route', 'name', 'up_to'])
					.doUpdateSet((eb) => ({ visits: eb('vital_days.visits', '+', eb.ref('excluded.visits')) })),
			)
			.execute();
	}
}

/** Lists views and contacts of an owner's ads and posts by item and day, from the day `from` on. */
export async function listDailyItemStats(db: Db, ownerId: number, from: number): Promise<DailyItemStats[]> {
	const rows = await on(db)
		.selectFrom('item_days')
		.selectAll()
		.where('owner_id', '=', ownerId)
		.where('day', '>=', from)
		.execute();
	return rows.map(({ owner_id, ad_id, post_id, ...stats }) => ({
		ownerId: owner_id,
		target: ad_id === null ? 'posts' : 'ads',
		id: ad_id ?? post_id ?? 0,
		...stats,
	}));
}

type TapCounts = Pick<DailyItemStats, 'contacts' | 'offers' | 'calls' | 'product_taps'>;

/** Sums the contacts and product taps of all days by ad, for an owner's ads. Returns them by ad id. */
export async function countTapsByAd(db: Db, ownerId: number): Promise<Map<number, TapCounts>> {
	const rows = await on(db)
		.selectFrom('item_days')
		.select(({ fn }) => [
			'ad_id',
			fn.sum<number | string>('contacts').as('contacts'),
			fn.sum<number | string>('offers').as('offers'),
			fn.sum<number | string>('calls').as('calls'),
			fn.sum<number | string>('product_taps').as('product_taps'),
		])
		.where('owner_id', '=', ownerId)
		.where('ad_id', 'is not', null)
		.groupBy('ad_id')
		.execute();
	return new Map(
		rows.map(({ ad_id, contacts, offers, calls, product_taps }) => [
			ad_id ?? 0,
			{
				contacts: Number(contacts),
				offers: Number(offers),
				calls: Number(calls),
				product_taps: Number(product_taps),
			},
		]),
	);
}

export interface DailyRoutePageviews {
	route: string;
	day: number;
	views: number;
}

/** Sums pageviews of the whole site by route and day, from the day `from` on, for the `mostRoutes` busiest routes. */
export async function listDailyRoutePageviews(
	db: Db,
	from: number,
	mostRoutes: number,
): Promise<DailyRoutePageviews[]> {
	const busiest = on(db)
		.selectFrom('page_days')
		.select('route')
		.where('day', '>=', from)
		.groupBy('route')
		.orderBy((eb) => eb.fn.sum('views'), 'desc')
		.orderBy('route')
		.limit(mostRoutes);
	const rows = await on(db)
		.selectFrom('page_days')
		.select((eb) => ['route', 'day', eb.fn.sum<number | string>('views').as('views')])
		.where('day', '>=', from)
		.where('route', 'in', busiest)
		.groupBy(['route', 'day'])
		.execute();
	return rows.map((row) => ({ ...row, views: Number(row.views) }));
}

export interface RouteWebVitalCount {
	route: string;
	name: string;
	up_to: number;
	visits: number;
}

/** Sums visits of the whole site by route, web vital and histogram step, from the day `from` on, for the `mostRoutes` busiest routes. */
export async function listRouteWebVitalCounts(db: Db, from: number, mostRoutes: number): Promise<RouteWebVitalCount[]> {
	const busiest = on(db)
		.selectFrom('vital_days')
		.select('route')
		.where('day', '>=', from)
		.groupBy('route')
		.orderBy((eb) => eb.fn.sum('visits'), 'desc')
		.orderBy('route')
		.limit(mostRoutes);
	const rows = await on(db)
		.selectFrom('vital_days')
		.select((eb) => ['route', 'name', 'up_to', eb.fn.sum<number | string>('visits').as('visits')])
		.where('day', '>=', from)
		.where('route', 'in', busiest)
		.groupBy(['route', 'name', 'up_to'])
		.execute();
	return rows.map((row) => ({ ...row, visits: Number(row.visits) }));
}

export async function deleteInsightsBefore(db: Db, days: { seen: number; pages: number }): Promise<void> {
	await on(db).deleteFrom('seen_today').where('day', '<', days.seen).execute();
	await on(db).deleteFrom('page_days').where('day', '<', days.pages).execute();
	await on(db).deleteFrom('vital_days').where('day', '<', days.pages).execute();
}

/** Sorts rows by key, so that two processes don't deadlock on the same rows. */
function sortRows<Value>(rows: ReadonlyMap<string, Value>): Value[] {
	return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function* chunk<Row>(rows: readonly Row[]): Generator<Row[]> {
	for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
}
