import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const comments: Migration = {
	name: '0007-comments',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('comments')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			// One of the two, so that the database itself lets go of what its target leaves behind.
			.addColumn('ad_id', int, (c) => c.references('ads.id').onDelete('cascade'))
			.addColumn('post_id', int, (c) => c.references('posts.id').onDelete('cascade'))
			// Whose ad or post it is on: that never changes.
			.addColumn('owner_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('parent_id', int, (c) => c.references('comments.id').onDelete('cascade'))
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('replies', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('edited_at', int)
			.addCheckConstraint('comments_one_target', sql`(ad_id is null) <> (post_id is null)`)
			.execute();
		await sql`create index comments_ad on comments (ad_id, id desc) where parent_id is null`.execute(db);
		await sql`create index comments_post on comments (post_id, id desc) where parent_id is null`.execute(db);
		await sql`create index comments_parent on comments (parent_id, id) where parent_id is not null`.execute(db);
		await db.schema.createIndex('comments_owner').on('comments').columns(['owner_id', 'id']).execute();
		await db.schema.createIndex('comments_account').on('comments').columns(['account_id', 'id']).execute();
	},
};
