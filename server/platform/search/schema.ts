import { sql } from 'kysely';
import type { Tx } from '../database/index.ts';
import type { MigrationContext } from '../database/migrate.ts';

/** Creates the vocabulary of all indexes; call it once, before the first index. */
export async function createSearchVocabulary({ db, engine }: MigrationContext): Promise<void> {
	await (engine === 'sqlite'
		? sql`create table search_words (word text primary key) without rowid`
		: sql`create table search_words (word text collate "C" primary key)`
	).execute(db);
}

export async function createSearchIndex({ db, engine }: MigrationContext, name: string): Promise<void> {
	const table = sql.table(`search_${name}`);
	if (engine === 'sqlite') {
		// Words are already normalized, so that the tokenizer only splits at spaces.
		await sql`create virtual table ${table} using fts5(title, text, facets, content='', contentless_delete=1, detail=column,
			prefix='2 3', tokenize='ascii')`.execute(db);
		return;
	}
	await sql`create table ${table} (id bigint primary key, words tsvector not null)`.execute(db);
	// `fastupdate` would make some searches slow while pending entries wait to be merged.
	await sql`create index ${sql.id(`search_${name}_words`)} on ${table} using gin (words) with (fastupdate = off)`.execute(
		db,
	);
}

/** Adapts a migration's transaction for indexes. Ignores effects and invalidations, because nothing is served yet. */
export function toMigrationTx({ db, engine }: MigrationContext): Tx {
	return { engine, tables: () => db as never, onCommit: () => {}, invalidate: () => {} };
}
