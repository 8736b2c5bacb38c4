import type { Migration } from '../database/index.ts';

export const contacts: Migration = {
	name: '0029-contacts',
	async up({ db, int }) {
		for (const table of ['accounts', 'ads']) {
			await db.schema.alterTable(table).addColumn('call_number', 'text').execute();
		}
		for (const column of ['offers', 'calls']) {
			await db.schema
				.alterTable('item_days')
				.addColumn(column, int, (c) => c.notNull().defaultTo(0))
				.execute();
		}
		await db.schema
			.createTable('contacts')
			.addColumn('ad_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('first_at', int, (c) => c.notNull())
			.addColumn('last_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('contacts_pair', ['ad_id', 'account_id'])
			.execute();
		await db.schema.createIndex('contacts_newest').on('contacts').columns(['ad_id', 'last_at', 'account_id']).execute();
		await db.schema.createIndex('contacts_account').on('contacts').column('account_id').execute();
		await db.schema.createIndex('contacts_last').on('contacts').column('last_at').execute();
	},
};
