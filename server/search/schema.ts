import { sql } from 'kysely';
import type { Tx } from '../database/index.ts';
import type { MigrationContext } from '../database/migrate.ts';

/** Creates the table of words that all search indexes share. Call it once, before the first index is created. */
export async function createSearchVocabulary({ db, engine }: MigrationContext): Promise<void> {
	await (engine === 'sqlite'
		? sql`create table search_words (word text primary key) without rowid`
		: sql`create table search_words (word text collate "C" primary key)`
	).execute(db);
}

export async function createSearchIndex({ db, engine }: MigrationContext, name: string): Promise<void> {
	const table = sql.table(`search_${name}`);
	if (engine === 'sqlite') {
		// The words are already normalized, so the tokenizer only splits at spaces.
		await sql`create virtual table ${table} using fts5(title, text, facets, content='', contentless_delete=1, detail=column,
			prefix='2 3', tokenize='ascii')`.execute(db);
		return;
	}
	await sql`create table ${table} (id bigint primary key, words tsvector not null)`.execute(db);
	// With `fastupdate`, some searches would be slow while pending entries of the index wait to be merged.
	await sql`create index ${sql.id(`search_${name}_words`)} on ${table} using gin (words) with (fastupdate = off)`.execute(
		db,
	);
}

/** Converts a migration's context to a transaction for search indexes. Ignores effects and invalidations, because no server runs yet. */
export function toMigrationTx({ db, engine }: MigrationContext): Tx {
	const tables = () => db as never;
	return { engine, tables, shortReads: db, onCommit: () => {}, invalidate: () => {}, invalidateSoon: () => {} };
}
