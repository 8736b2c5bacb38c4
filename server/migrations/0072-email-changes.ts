import type { Migration } from '../database/index.ts';

/** Former confirmed email addresses of accounts, which the owner can restore for a day. */
export const emailChanges: Migration = {
	name: '0072-email-changes',
	async up({ db, int, id, idType }) {
		await db.schema
			.createTable('email_changes')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('email', 'text', (c) => c.notNull())
			.addColumn('email_key', 'text', (c) => c.notNull())
			.addColumn('changed_at', int, (c) => c.notNull())
			.addColumn('token_hash', 'text')
			.execute();
		await db.schema.createIndex('email_changes_account').on('email_changes').column('account_id').execute();
		await db.schema.createIndex('email_changes_key').on('email_changes').column('email_key').execute();
		await db.schema.createIndex('email_changes_token').on('email_changes').column('token_hash').execute();
		await db.schema.createIndex('email_changes_time').on('email_changes').column('changed_at').execute();
	},
};
