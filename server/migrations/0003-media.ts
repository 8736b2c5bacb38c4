import type { Migration } from '../database/index.ts';

export const media: Migration = {
	name: '0003-media',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('media')
			.addColumn('id', idType, id)
			.addColumn('public_id', 'text', (c) => c.notNull().unique())
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('access', 'text', (c) => c.notNull())
			// What was spent on it; a second file cannot come by the same capability.
			.addColumn('capability', 'text', (c) => c.notNull().unique())
			.addColumn('secure_url', 'text', (c) => c.notNull().unique())
			.addColumn('file_name', 'text', (c) => c.notNull())
			.addColumn('bytes', int, (c) => c.notNull())
			.addColumn('width', int)
			.addColumn('height', int)
			.addColumn('duration_ms', int)
			.addColumn('picture', 'text')
			.addColumn('renditions', 'text')
			.addColumn('failure', 'text')
			.addColumn('attached_at', int)
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('media_account').on('media').column('account_id').execute();
		await db.schema.createIndex('media_unattached').on('media').columns(['attached_at', 'created_at']).execute();
	},
};
