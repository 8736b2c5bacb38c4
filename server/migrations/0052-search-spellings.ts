import { sql } from 'kysely';
import { cleanText } from '../../contract/core/clean-text.ts';
import type { Migration, MigrationContext } from '../database/index.ts';
import {
	clearSearchIndexes,
	type Facet,
	listDocumentWords,
	openSearchIndex,
	toMigrationTx,
	toNumberFacets,
	toSearchWords,
} from '../search/index.ts';

/**
 * Removes invisible characters from names, titles and posts. Then writes the search documents and the words of saved searches again, because
 * the spellings that find each other have changed.
 */
export const searchSpellings: Migration = {
	name: '0052-search-spellings',
	async up(context) {
		await cleanNames(context);
		await fillIndexes(context);
		await updateSavedSearches(context);
	},
};

const batchSize = 500;

/** Runs `work` for each batch of the rows of a query, by ascending id. */
async function forEachBatch<Row extends { id: number }>(
	{ db }: MigrationContext,
	query: string,
	work: (rows: Row[]) => Promise<void>,
): Promise<void> {
	for (let above = 0; ; ) {
		const { rows } = await sql<Row>`
			select * from (${sql.raw(query)}) as all_rows where id > ${above} order by id limit ${batchSize}
		`.execute(db);
		await work(rows);
		above = Number(rows.at(-1)?.id ?? 0);
		if (rows.length < batchSize) return;
	}
}

/** A name or title of invisible characters becomes the user name or the category. A post may be without text. */
async function cleanNames(context: MigrationContext): Promise<void> {
	const columns = [
		['accounts', 'display_name', 'user_name'],
		['ads', 'title', 'category'],
		['posts', 'text', `''`],
		['reviews', 'ad_title', `''`],
	] as const;
	for (const [table, column, otherwise] of columns) {
		const query = `select id, ${column} as shown, ${otherwise} as otherwise from ${table}`;
		await forEachBatch<{ id: number; shown: string | null; otherwise: string }>(context, query, async (rows) => {
			for (const { id, shown, otherwise } of rows) {
				const clean = cleanText(shown ?? '').trim();
				if (shown === null || clean === shown) continue;
				await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${clean || otherwise} where id = ${id}`.execute(
					context.db,
				);
			}
		});
	}
}

interface AdRow {
	id: number;
	seller_id: number;
	title: string;
	description: string;
	category: string;
	format: string;
	condition: string | null;
	negotiable: number;
	delivery: number;
	state: string | null;
	lga: string | null;
	place: string | null;
	price_kobo: number | null;
}

async function fillIndexes(context: MigrationContext): Promise<void> {
	const tx = toMigrationTx(context);
	const [ads, posts, people] = [openSearchIndex('ads'), openSearchIndex('posts'), openSearchIndex('people')] as const;
	await clearSearchIndexes(tx, [ads, posts, people]);
	await forEachBatch<AdRow>(context, 'select * from ads where visible = 1 and sold_at is null', async (rows) => {
		for (const ad of rows) {
			const text = [ad.category, ...listPlaceNames(ad), ad.description].join('\n');
			await ads.put(tx, { id: ad.id, title: ad.title, text, facets: listFacets(ad) });
		}
	});
	await forEachBatch<{ id: number; text: string; category: string | null }>(
		context,
		'select * from posts where visible = 1',
		async (rows) => {
			for (const { id, text, category } of rows) {
				await posts.put(tx, { id, title: '', text: [text, category ?? ''].join('\n') });
			}
		},
	);
	await forEachBatch<{ id: number; user_name: string; display_name: string; bio: string }>(
		context,
		`select * from accounts where role = 'user' and suspended_at is null and deletes_at is null`,
		async (rows) => {
			for (const { id, user_name, display_name, bio } of rows) {
				await people.put(tx, { id, title: [display_name, user_name].join('\n'), text: bio });
			}
		},
	);
}

function listPlaceNames({ place, lga, state }: AdRow): string[] {
	return [place, lga, state].filter((name) => name !== null);
}

const deliveryBits = { pickup: 1, within_state: 2, nationwide: 4, pay_on_delivery: 8 };

function listFacets(ad: AdRow): Facet[] {
	const { condition, state, lga, price_kobo: price } = ad;
	const options = Object.entries(deliveryBits).filter(([, bit]) => (ad.delivery & bit) !== 0);
	return [
		{ name: 'category', value: ad.category },
		{ name: 'format', value: ad.format },
		{ name: 'seller', value: String(ad.seller_id) },
		...(condition === null ? [] : [{ name: 'condition', value: condition }]),
		...(ad.negotiable === 1 ? [{ name: 'negotiable', value: 'yes' }] : []),
		...options.map(([value]) => ({ name: 'delivery', value })),
		...(state === null ? [] : [{ name: 'state', value: state }]),
		...(state === null || lga === null ? [] : [{ name: 'lga', value: `${state} ${lga}` }]),
		...listDocumentWords(listPlaceNames(ad).join(' ')).map((value) => ({ name: 'place', value })),
		...(price === null ? [{ name: 'price', value: 'none' }] : toNumberFacets('price', price)),
	];
}

/** A search with the same words and filters as an older one of its account is deleted. */
async function updateSavedSearches(context: MigrationContext): Promise<void> {
	const { db } = context;
	await forEachBatch<{ id: number; account_id: number; q: string; words: string; filters: string }>(
		context,
		'select * from saved_searches',
		async (rows) => {
			for (const { id, account_id, q, words: before, filters } of rows) {
				const list = toSearchWords(q);
				const words = JSON.stringify(list);
				if (words === before || (list.length === 0 && filters === '{}')) continue;
				const { rows: same } = await sql`select id from saved_searches
					where account_id = ${account_id} and words = ${words} and filters = ${filters}`.execute(db);
				if (same.length > 0) {
					await sql`delete from saved_search_matches where search_id = ${id}`.execute(db);
					await sql`delete from saved_searches where id = ${id}`.execute(db);
					continue;
				}
				const [key] = list.flatMap((word) => word.match(/^[^-]{2,}/) ?? (word.includes('-') ? [] : [word]));
				await sql`update saved_searches set words = ${words}, match_key = ${key ?? '*'} where id = ${id}`.execute(db);
			}
		},
	);
}
