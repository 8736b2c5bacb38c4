import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { conditions } from '../contract/ads/ad-options.ts';
import { lgasByState } from '../contract/location/lgas.ts';
import { states } from '../contract/location/states.ts';
import { categories } from '../contract/market-settings/categories.ts';
import { toFacets } from '../server/ads/filter.ts';
import type { AdRow } from '../server/ads/tables.ts';
import { migrate, openDatabase } from '../server/database/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { openSearchIndex } from '../server/search/index.ts';

interface Tables {
	accounts: Record<string, string | number | null>;
	media: Record<string, string | number | null>;
	ads: Record<string, string | number | null>;
	ad_media: Record<string, number>;
	posts: Record<string, string | number | null>;
}

const sellers = 500;
const batch = 200;
const picture = JSON.stringify({
	placeholder: `data:image/webp;base64,${'A'.repeat(120)}`,
	sizes: [320, 640, 1080].map((width) => ({ name: `w${width}.webp`, width, height: width * 1.25, bytes: width * 12 })),
});

export interface MarketOptions {
	searchable?: boolean;
	/** Connection URL of PostgreSQL. Without it, the market is an SQLite file in the data directory. */
	postgresUrl?: string | null;
}

/** Creates a data directory whose database has `ads` picture ads, and a tweet or talk for every fifth of them. The rows are inserted without the server. */
export async function seedMarket(
	dataDir: string,
	ads: number,
	{ searchable = false, postgresUrl = null }: MarketOptions = {},
): Promise<void> {
	await mkdir(dataDir, { recursive: true });
	const db = openDatabase({ postgresUrl, file: join(dataDir, 'kasuwa.sqlite') });
	await migrate(db, migrations);
	const start = Date.now();
	await db.transaction(async (tx) => {
		const tables = tx.tables<Tables>();
		for (const batchIds of batches(sellers)) {
			await tables
				.insertInto('accounts')
				.values(
					batchIds.map((n) => ({
						id: n,
						user_name: `seller_${n}`,
						display_name: `Seller number ${n}`,
						email: `seller_${n}@example.com`,
						email_key: `seller_${n}@example.com`,
						role: 'user',
						created_at: start,
					})),
				)
				.execute();
		}
		for (const batchIds of batches(ads)) {
			await tables
				.insertInto('media')
				.values(batchIds.map((n) => mediaRow(n, start)))
				.execute();
			await tables
				.insertInto('ads')
				.values(batchIds.map((n) => adRow(n, start)))
				.execute();
			await tables
				.insertInto('ad_media')
				.values(batchIds.map((n) => ({ ad_id: n, position: 0, media_id: n })))
				.execute();
			await tables
				.insertInto('posts')
				.values(batchIds.filter((n) => n % 5 === 0).map((n) => postRow(n, start)))
				.execute();
			if (searchable) for (const n of batchIds) await openSearchIndex('ads').put(tx, adDocument(n, start));
		}
	});
	if (postgresUrl) {
		// An insert with an explicit id does not advance PostgreSQL's sequence, so the sequence is set to the highest id.
		for (const table of ['accounts', 'media', 'ads', 'posts']) {
			const newest = sql`(select max(id) from ${sql.table(table)})`;
			await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${newest})`.execute(db.kysely);
		}
		// Updates the planner's statistics, as autovacuum does in production.
		await sql`vacuum analyze`.execute(db.kysely);
	}
	await db.close();
}

function* batches(most: number): Generator<number[]> {
	for (let from = 1; from <= most; from += batch) {
		yield Array.from({ length: Math.min(batch, most - from + 1) }, (_, index) => from + index);
	}
}

function mediaRow(n: number, start: number) {
	return {
		id: n,
		public_id: n.toString(16).padStart(24, '0'),
		account_id: 1 + (n % sellers),
		kind: 'image',
		state: 'ready',
		access: 'public',
		capability: `bench ${n}`,
		secure_url: `/media/${n}`,
		file_name: 'picture.jpg',
		bytes: 100_000,
		width: 1080,
		height: 1350,
		picture,
		attached_at: start,
		created_at: start,
	};
}

const products = ['generator', 'laptop', 'wardrobe', 'generator', 'ankara gown', 'motorcycle', 'generator', 'perfume'];

function adDocument(n: number, start: number) {
	const ad = adRow(n, start);
	const { id, title, category, place, lga, state, description } = ad;
	const text = [category, place, lga, state, description].join('\n');
	return { id, title, text, facets: toFacets(ad as Record<string, unknown> as AdRow) };
}

function postRow(n: number, start: number) {
	const { seller_id: author_id, category, score, created_at } = adRow(n, start);
	const kind = n % 3 === 0 ? 'talk' : 'tweet';
	return { id: n, author_id, kind, text: 'New stock arrived this morning.', category, score, created_at };
}

function adRow(n: number, start: number) {
	const title = `Clean second-hand ${products[n % products.length]} number ${n}`;
	const category = categories[n % categories.length] ?? categories[0];
	const description = 'Used for one year, starts at the first pull.\nBring your mechanic. Delivery within the state.';
	// Spreads the ads over a year. The order of their times differs from the order of insertion, so the inserts are not sorted.
	const at = start - ((n * 7919) % 365) * 86_400_000 - n;
	// Half of the ads are in Lagos, as in the market itself; the others are spread over all states.
	const state = n % 2 === 0 ? 'Lagos' : (states[(n * 31) % states.length] ?? states[0]);
	const areas = lgasByState[state];
	return {
		id: n,
		seller_id: 1 + (n % sellers),
		format: 'image',
		category,
		condition: conditions[(n * 7) % 5] ?? null,
		negotiable: n % 3 === 0 ? 1 : 0,
		delivery: (n * 13) % 16,
		state,
		lga: areas[(n * 17) % areas.length] ?? null,
		title,
		description,
		price_kobo: 100_000 * (1 + (n % 900)),
		place: 'Ikeja, Lagos',
		media_state: 'ready',
		pictures: 1,
		cover_id: n,
		score: at,
		created_at: at,
		updated_at: at,
	};
}
