import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const ads: Migration = {
	name: '0004-ads',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('ads')
			.addColumn('id', idType, id)
			.addColumn('seller_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('format', 'text', (c) => c.notNull())
			.addColumn('category', 'text', (c) => c.notNull())
			.addColumn('title', 'text', (c) => c.notNull())
			.addColumn('description', 'text', (c) => c.notNull())
			.addColumn('search_text', 'text', (c) => c.notNull())
			.addColumn('price_kobo', int)
			.addColumn('place', 'text')
			.addColumn('whatsapp', 'text')
			.addColumn('media_state', 'text', (c) => c.notNull())
			.addColumn('pictures', int, (c) => c.notNull())
			.addColumn('cover_id', int, (c) => c.notNull().references('media.id'))
			.addColumn('sold_at', int)
			.addColumn('hidden_at', int)
			.addColumn('visible', int, (c) => c.notNull())
			.addColumn('score', int, (c) => c.notNull())
			.addColumn('likes', int, (c) => c.notNull().defaultTo(0))
			.addColumn('comments', int, (c) => c.notNull().defaultTo(0))
			.addColumn('views', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('updated_at', int, (c) => c.notNull())
			.execute();

		// One index walk for each order a list has; only what may be seen stands in the public ones.
		await sql`create index ads_trending on ads (score desc, id desc) where visible = 1 and sold_at is null`.execute(db);
		await sql`create index ads_trending_category on ads (category, score desc, id desc) where visible = 1 and sold_at is null`.execute(
			db,
		);
		await sql`create index ads_trending_format on ads (format, score desc, id desc) where visible = 1 and sold_at is null`.execute(
			db,
		);
		await sql`create index ads_seller_shown on ads (seller_id, format, id desc) where visible = 1`.execute(db);
		await sql`create index ads_seller on ads (seller_id, id desc)`.execute(db);

		await db.schema
			.createTable('ad_media')
			.addColumn('ad_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addColumn('position', int, (c) => c.notNull())
			.addColumn('media_id', int, (c) => c.notNull().unique().references('media.id'))
			.addPrimaryKeyConstraint('ad_media_pk', ['ad_id', 'position'])
			.execute();
	},
};
