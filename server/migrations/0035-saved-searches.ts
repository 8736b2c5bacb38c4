import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const savedSearches: Migration = {
	name: '0035-saved-searches',
	async up({ db, engine, int, idType, id }) {
		await db.schema
			.createTable('saved_searches')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('q', 'text', (c) => c.notNull())
			.addColumn('words', 'text', (c) => c.notNull())
			.addColumn('filters', 'text', (c) => c.notNull())
			// Keys are compared byte by byte, so PostgreSQL needs no collation for them.
			.addColumn('match_key', engine === 'postgres' ? sql`text collate "C"` : 'text', (c) => c.notNull())
			.addColumn('alerts', 'text', (c) => c.notNull())
			.addColumn('pending', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('seen_at', int)
			.execute();
		await db.schema
			.createIndex('saved_searches_once')
			.unique()
			.on('saved_searches')
			.columns(['account_id', 'words', 'filters'])
			.execute();
		await db.schema.createIndex('saved_searches_key').on('saved_searches').columns(['match_key', 'id']).execute();

		await db.schema
			.createTable('saved_search_matches')
			.addColumn('search_id', int, (c) => c.notNull().references('saved_searches.id').onDelete('cascade'))
			.addColumn('ad_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addColumn('matched_at', int, (c) => c.notNull())
			.addColumn('alerted_at', int)
			.addPrimaryKeyConstraint('saved_search_matches_pair', ['search_id', 'ad_id'])
			.execute();
		await db.schema
			.createIndex('saved_search_matches_ad')
			.on('saved_search_matches')
			.columns(['ad_id', 'search_id'])
			.execute();
		await sql`create index saved_search_matches_due on saved_search_matches (matched_at) where alerted_at is null`.execute(
			db,
		);
	},
};
