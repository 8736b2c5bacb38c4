import { sql } from 'kysely';
import type { Tx } from '../database/index.ts';
import type { MigrationContext } from '../database/migrate.ts';

/** Makes the vocabulary that all indexes share; once, before the first of them. */
export async function createSearchVocabulary({ db, engine }: MigrationContext): Promise<void> {
	await (engine === 'sqlite'
		? sql`create table search_words (word text primary key) without rowid`
		: sql`create table search_words (word text collate "C" primary key)`
	).execute(db);
}

/** Makes an empty index of that name. */
export async function createSearchIndex({ db, engine }: MigrationContext, name: string): Promise<void> {
	const table = sql.table(`search_${name}`);
	if (engine === 'sqlite') {
		// The words come folded: the tokenizer has only to part them at spaces.
		await sql`create virtual table ${table} using fts5(title, text, facets, content='', contentless_delete=1, detail=column,
			prefix='2 3', tokenize='ascii')`.execute(db);
		return;
	}
	await sql`create table ${table} (id bigint primary key, words tsvector not null)`.execute(db);
	// What waits to be merged into the index would make searches slow at times.
	await sql`create index ${sql.id(`search_${name}_words`)} on ${table} using gin (words) with (fastupdate = off)`.execute(
		db,
	);
}

/** A migration's transaction, as indexes take it. Nobody shows anything yet that could change. */
export function toMigrationTx({ db, engine }: MigrationContext): Tx {
	return { engine, tables: () => db as never, onCommit: () => {}, invalidate: () => {} };
}
