import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const reviews: Migration = {
	name: '0032-reviews',
	async up({ db, int, idType, id }) {
		for (const column of ['review_count', 'review_stars']) {
			await db.schema
				.alterTable('accounts')
				.addColumn(column, int, (c) => c.notNull().defaultTo(0))
				.execute();
		}
		await db.schema
			.createTable('reviews')
			.addColumn('id', idType, id)
			// Erasing an account keeps the stars and removes the reference.
			.addColumn('seller_id', int, (c) => c.references('accounts.id').onDelete('set null'))
			.addColumn('buyer_id', int, (c) => c.references('accounts.id').onDelete('set null'))
			.addColumn('ad_id', int, (c) => c.references('ads.id').onDelete('set null'))
			.addColumn('ad_title', 'text', (c) => c.notNull())
			.addColumn('stars', int, (c) => c.notNull().check(sql`stars between 1 and 5`))
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('reply', 'text')
			.addColumn('reply_created_at', int)
			.addColumn('reply_edited_at', int)
			.addColumn('reply_hidden_at', int)
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('edited_at', int)
			.addColumn('hidden_at', int)
			.addColumn('owner_gone', int, (c) => c.notNull().defaultTo(0))
			.addColumn('visible', int, (c) =>
				c.notNull().generatedAlwaysAs(sql`case when hidden_at is null and owner_gone = 0 then 1 else 0 end`).stored(),
			)
			.execute();
		await db.schema.createIndex('reviews_once').unique().on('reviews').columns(['ad_id', 'buyer_id']).execute();
		await db.schema.createIndex('reviews_seller').on('reviews').columns(['seller_id', 'id']).execute();
		await db.schema.createIndex('reviews_buyer').on('reviews').columns(['buyer_id', 'id']).execute();

		// `hash` contains the account, so it cannot tell whether two accounts share a network or a browser.
		await db.schema.alterTable('known_callers').addColumn('common_hash', 'text').execute();
		await sql`create index known_callers_common on known_callers (common_hash) where common_hash is not null`.execute(
			db,
		);
	},
};
