import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Of each table: when a row may stand in lists, and the indexes that name the column. */
const tables = {
	ads: {
		isVisible: "media_state = 'ready' and hidden_at is null and owner_gone = 0",
		indexes: {
			ads_trending: '(score desc, id desc) where visible = 1 and sold_at is null',
			ads_trending_category: '(category, score desc, id desc) where visible = 1 and sold_at is null',
			ads_trending_format: '(format, score desc, id desc) where visible = 1 and sold_at is null',
			ads_seller_shown: '(seller_id, format, id desc) where visible = 1',
		},
	},
	posts: {
		isVisible: 'deleted_at is null and hidden_at is null and owner_gone = 0',
		indexes: {
			posts_newest: '(id desc) where visible = 1',
			posts_newest_kind: '(kind, id desc) where visible = 1',
			posts_trending_kind: '(kind, score desc, id desc) where visible = 1',
			posts_author_shown: '(author_id, id desc) where visible = 1',
		},
	},
	comments: { isVisible: 'hidden_at is null and owner_gone = 0', indexes: {} },
};

/** The database computes `visible` from the columns that decide it, so that no write can forget to. */
export const visible: Migration = {
	name: '0028-visible',
	async up({ db, engine, int }) {
		// SQLite adds no stored generated column to a table with rows; PostgreSQL 17 and older have no other kind.
		const kind = sql.raw(engine === 'sqlite' ? 'virtual' : 'stored');
		for (const [name, { isVisible, indexes }] of Object.entries(tables)) {
			const table = sql.table(name);
			// SQLite drops no column that an index names.
			for (const index of Object.keys(indexes)) await sql`drop index ${sql.id(index)}`.execute(db);
			await sql`alter table ${table} drop column visible`.execute(db);
			await sql`
				alter table ${table} add column visible ${sql.raw(int)} not null
				generated always as (case when ${sql.raw(isVisible)} then 1 else 0 end) ${kind}
			`.execute(db);
			for (const [index, rows] of Object.entries(indexes)) {
				await sql`create index ${sql.id(index)} on ${table} ${sql.raw(rows)}`.execute(db);
			}
		}
	},
};
