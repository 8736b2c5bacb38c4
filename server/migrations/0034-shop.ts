import { sql } from 'kysely';
import type { Migration, MigrationContext } from '../database/index.ts';
import { type Facet, openSearchIndex, tokenize, toMigrationTx, toNumberFacets } from '../search/index.ts';

const forSale = 'visible = 1 and sold_at is null';

/** Indexes that list and count what a seller has for sale and has sold, and the seller as a facet of the search index. */
export const shop: Migration = {
	name: '0034-shop',
	async up(context) {
		const newSince = 'coalesce(renewed_at, created_at)';
		const indexes = {
			ads_seller_for_sale: `(seller_id, ${newSince} desc, id desc) where ${forSale}`,
			ads_seller_for_sale_category: `(seller_id, category, ${newSince} desc, id desc) where ${forSale}`,
			ads_seller_sold: '(seller_id) where visible = 1 and sold_at is not null',
		};
		for (const [name, rows] of Object.entries(indexes)) {
			await sql`create index ${sql.id(name)} on ads ${sql.raw(rows)}`.execute(context.db);
		}
		await addSellerFacet(context);
	},
};

interface Row {
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

const batchSize = 500;

/** Writes the documents of all ads for sale again, because neither engine can add a facet to a document. */
async function addSellerFacet(context: MigrationContext): Promise<void> {
	const tx = toMigrationTx(context);
	const index = openSearchIndex('ads');
	for (let above = 0; ; ) {
		const { rows } = await sql<Row>`
			select * from ads where ${sql.raw(forSale)} and id > ${above} order by id limit ${batchSize}
		`.execute(context.db);
		for (const ad of rows) {
			const text = [ad.category, ...listPlaceNames(ad), ad.description].join('\n');
			await index.put(tx, { id: ad.id, title: ad.title, text, facets: listFacets(ad) });
		}
		above = rows.at(-1)?.id ?? 0;
		if (rows.length < batchSize) return;
	}
}

function listPlaceNames({ place, lga, state }: Row): string[] {
	return [place, lga, state].filter((name) => name !== null);
}

const deliveryBits = { pickup: 1, within_state: 2, nationwide: 4, pay_on_delivery: 8 };

function listFacets(ad: Row): Facet[] {
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
		...tokenize(listPlaceNames(ad).join(' ')).map((value) => ({ name: 'place', value })),
		...(price === null ? [{ name: 'price', value: 'none' }] : toNumberFacets('price', price)),
	];
}
