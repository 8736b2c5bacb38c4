import type { Migration } from '../database/index.ts';

export const forYou: Migration = {
	name: '0014-for-you',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('for_you_less')
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('what', 'text', (c) => c.notNull())
			.addColumn('value', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('for_you_less_pk', ['account_id', 'what', 'value'])
			.execute();

		await db.schema
			.createTable('for_you_lists')
			.addColumn('id', idType, id)
			// Null for visitors.
			.addColumn('account_id', int, (c) => c.references('accounts.id').onDelete('cascade'))
			.addColumn('made_at', int, (c) => c.notNull())
			.addColumn('items', 'text', (c) => c.notNull())
			.execute();
		await db.schema.createIndex('for_you_lists_account').on('for_you_lists').columns(['account_id', 'id']).execute();
		await db.schema.createIndex('for_you_lists_made').on('for_you_lists').column('made_at').execute();
	},
};
