import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const likes: Migration = {
	name: '0006-likes',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('likes')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			// One of the two, so that the database itself lets go of what its target leaves behind.
			.addColumn('ad_id', int, (c) => c.references('ads.id').onDelete('cascade'))
			.addColumn('post_id', int, (c) => c.references('posts.id').onDelete('cascade'))
			.addColumn('created_at', int, (c) => c.notNull())
			.addCheckConstraint('likes_one_target', sql`(ad_id is null) <> (post_id is null)`)
			.execute();
		await db.schema.createIndex('likes_ad').unique().on('likes').columns(['ad_id', 'account_id']).execute();
		await db.schema.createIndex('likes_post').unique().on('likes').columns(['post_id', 'account_id']).execute();
		await db.schema.createIndex('likes_account').on('likes').columns(['account_id', 'id']).execute();
	},
};
