import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const insights: Migration = {
	name: '0011-insights',
	async up({ db, int }) {
		await db.schema
			.createTable('item_days')
			.addColumn('owner_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			// One of the two, so that the database itself lets go of what its target leaves behind.
			.addColumn('ad_id', int, (c) => c.references('ads.id').onDelete('cascade'))
			.addColumn('post_id', int, (c) => c.references('posts.id').onDelete('cascade'))
			.addColumn('day', int, (c) => c.notNull())
			.addColumn('views', int, (c) => c.notNull())
			.addColumn('contacts', int, (c) => c.notNull())
			.addCheckConstraint('item_days_one_target', sql`(ad_id is null) <> (post_id is null)`)
			.execute();
		await db.schema.createIndex('item_days_ad').unique().on('item_days').columns(['ad_id', 'day']).execute();
		await db.schema.createIndex('item_days_post').unique().on('item_days').columns(['post_id', 'day']).execute();
		await db.schema.createIndex('item_days_owner').on('item_days').columns(['owner_id', 'day']).execute();

		await db.schema
			.createTable('seen_today')
			.addColumn('day', int, (c) => c.notNull())
			.addColumn('hash', 'text', (c) => c.notNull())
			.addPrimaryKeyConstraint('seen_today_pk', ['day', 'hash'])
			.execute();

		await db.schema
			.createTable('page_days')
			.addColumn('day', int, (c) => c.notNull())
			.addColumn('route', 'text', (c) => c.notNull())
			.addColumn('path', 'text', (c) => c.notNull())
			.addColumn('views', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('page_days_pk', ['day', 'route', 'path'])
			.execute();

		await db.schema
			.createTable('vital_days')
			.addColumn('day', int, (c) => c.notNull())
			.addColumn('route', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('up_to', int, (c) => c.notNull())
			.addColumn('visits', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('vital_days_pk', ['day', 'route', 'name', 'up_to'])
			.execute();
	},
};
