import type { Migration } from '../database/index.ts';

/** Former numbers of accounts and ads, which the owner can restore for a day. */
export const numberChanges: Migration = {
	name: '0065-number-changes',
	async up({ db, int, id, idType }) {
		await db.schema
			.createTable('number_changes')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('ad_id', int, (c) => c.references('ads.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('previous', 'text')
			.addColumn('verified_at', int)
			.addColumn('changed_at', int, (c) => c.notNull())
			.addColumn('token_hash', 'text')
			.addColumn('mailed_at', int)
			.execute();
		await db.schema.createIndex('number_changes_account').on('number_changes').column('account_id').execute();
		await db.schema.createIndex('number_changes_ad').on('number_changes').column('ad_id').execute();
		await db.schema.createIndex('number_changes_token').on('number_changes').column('token_hash').execute();
		await db.schema.createIndex('number_changes_time').on('number_changes').column('changed_at').execute();
	},
};
