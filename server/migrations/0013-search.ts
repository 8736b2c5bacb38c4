import { sql } from 'kysely';
import type { Migration, MigrationContext } from '../database/index.ts';
import {
	createSearchIndex,
	createSearchVocabulary,
	type Facet,
	openSearchIndex,
	type SearchDocument,
	tokenize,
	toMigrationTx,
	toNumberFacets,
} from '../search/index.ts';

export const search: Migration = {
	name: '0013-search',
	async up(context) {
		const { db } = context;
		await createSearchVocabulary(context);
		for (const name of ['ads', 'posts', 'people']) await createSearchIndex(context, name);
		await fill(context, 'ads', sql`ads where visible = 1 and sold_at is null`, adDocument);
		await fill(context, 'posts', sql`posts where visible = 1`, postDocument);
		await fill(context, 'people', sql`accounts where suspended_at is null and role = 'user'`, personDocument);
		await db.schema.alterTable('ads').dropColumn('search_text').execute();
	},
};

type Row = Record<string, string | number | null>;
const inOnce = 500;

/** Puts what stands in a table into its index. */
async function fill(
	context: MigrationContext,
	index: string,
	rows: ReturnType<typeof sql>,
	documentOf: (row: Row) => SearchDocument,
): Promise<void> {
	const tx = toMigrationTx(context);
	let above = 0;
	for (;;) {
		const { rows: some } = await sql<Row>`select * from ${rows} and id > ${above} order by id limit ${inOnce}`.execute(
			context.db,
		);
		for (const row of some) await openSearchIndex(index).put(tx, documentOf(row));
		above = Number(some.at(-1)?.id ?? 0);
		if (some.length < inOnce) return;
	}
}

const text = (...parts: (string | number | null | undefined)[]) => parts.filter((part) => part !== null).join('\n');

function adDocument({ id, title, category, place, description, format, price_kobo: price }: Row): SearchDocument {
	const facets: Facet[] = [
		{ name: 'category', value: text(category) },
		{ name: 'format', value: text(format) },
		...tokenize(text(place)).map((value) => ({ name: 'place', value })),
		...(price === null ? [{ name: 'price', value: 'none' }] : toNumberFacets('price', Number(price))),
	];
	return { id: Number(id), title: text(title), text: text(category, place, description), facets };
}

function postDocument({ id, text: said, category }: Row): SearchDocument {
	return { id: Number(id), title: '', text: text(said, category) };
}

function personDocument({ id, user_name, display_name, bio }: Row): SearchDocument {
	return { id: Number(id), title: text(display_name, user_name), text: text(bio) };
}
