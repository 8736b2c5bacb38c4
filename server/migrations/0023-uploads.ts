import type { Migration } from '../database/index.ts';

export const uploads: Migration = {
	name: '0023-uploads',
	async up({ db, int }) {
		await db.schema
			.createTable('uploads')
			.addColumn('id', 'text', (c) => c.primaryKey())
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			// Spent at creation: a second upload cannot begin with it.
			.addColumn('capability', 'text', (c) => c.notNull().unique())
			.addColumn('file_name', 'text', (c) => c.notNull())
			.addColumn('bytes', int, (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('uploads_account').on('uploads').columns(['account_id', 'created_at']).execute();
		await db.schema.createIndex('uploads_created').on('uploads').column('created_at').execute();
	},
};
