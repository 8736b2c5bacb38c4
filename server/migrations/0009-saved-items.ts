import type { Migration } from '../database/index.ts';

export const savedItems: Migration = {
	name: '0009-saved-items',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('saved_items')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('list', 'text', (c) => c.notNull())
			// Stays when the ad or post goes: the list says that something was there.
			.addColumn('target_id', int, (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createIndex('saved_items_once')
			.unique()
			.on('saved_items')
			.columns(['account_id', 'list', 'target_id'])
			.execute();
		await db.schema.createIndex('saved_items_newest').on('saved_items').columns(['account_id', 'list', 'id']).execute();
		await db.schema.createIndex('saved_items_target').on('saved_items').columns(['target_id', 'list']).execute();
	},
};
