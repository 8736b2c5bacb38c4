import type { Migration } from '../database/index.ts';

export const recovery: Migration = {
	name: '0020-recovery',
	async up({ db, int }) {
		await db.schema.alterTable('accounts').addColumn('new_email', 'text').execute();
		await db.schema.alterTable('accounts').addColumn('deletes_at', int).execute();
		await db.schema
			.createIndex('accounts_deletes_at')
			.on('accounts')
			.column('deletes_at')
			.where('deletes_at', 'is not', null)
			.execute();

		await db.schema
			.createTable('password_resets')
			.addColumn('token_hash', 'text', (c) => c.primaryKey())
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('password_resets_account').on('password_resets').column('account_id').execute();

		await db.schema
			.createTable('former_user_names')
			.addColumn('name_hash', 'text', (c) => c.primaryKey())
			.execute();
	},
};
