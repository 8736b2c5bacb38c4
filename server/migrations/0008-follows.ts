import type { Migration } from '../database/index.ts';

export const follows: Migration = {
	name: '0008-follows',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('follows')
			.addColumn('id', idType, id)
			.addColumn('follower_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('followed_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('created_at', int, (c) => c.notNull())
			.addUniqueConstraint('follows_pair', ['follower_id', 'followed_id'])
			.execute();
		await db.schema.createIndex('follows_follower').on('follows').columns(['follower_id', 'id']).execute();
		await db.schema.createIndex('follows_followed').on('follows').column('followed_id').execute();
	},
};
