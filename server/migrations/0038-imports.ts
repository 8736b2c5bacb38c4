import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Imports: batches of ads that a seller posts from a table and can undo together. */
export const imports: Migration = {
	name: '0038-imports',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('imports')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('ads', int, (c) => c.notNull())
			.addColumn('posted', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('last_at', int, (c) => c.notNull())
			.addColumn('finished_at', int)
			.addColumn('undone_at', int)
			.execute();
		await db.schema.createIndex('imports_account').on('imports').columns(['account_id', 'id']).execute();
		await sql`create index imports_open on imports (last_at) where finished_at is null`.execute(db);
		for (const table of ['ads', 'flags']) {
			await db.schema
				.alterTable(table)
				.addColumn('import_id', int, (c) => c.references('imports.id').onDelete('set null'))
				.execute();
		}
		await sql`create index ads_import on ads (import_id, id) where import_id is not null`.execute(db);
		await sql`create index flags_import on flags (import_id) where import_id is not null`.execute(db);
	},
};
