import type { Migration } from '../database/index.ts';

export const accounts: Migration = {
	name: '0002-accounts',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('accounts')
			.addColumn('id', idType, id)
			.addColumn('user_name', 'text', (c) => c.notNull().unique())
			.addColumn('display_name', 'text', (c) => c.notNull())
			.addColumn('email', 'text', (c) => c.notNull())
			.addColumn('email_key', 'text', (c) => c.notNull().unique())
			.addColumn('email_verified_at', int)
			.addColumn('password_hash', 'text')
			.addColumn('role', 'text', (c) => c.notNull())
			.addColumn('must_change_password', int, (c) => c.notNull().defaultTo(0))
			.addColumn('bio', 'text', (c) => c.notNull().defaultTo(''))
			.addColumn('place', 'text')
			.addColumn('user_image', 'text')
			.addColumn('suspended_at', int)
			.addColumn('sample', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();

		await db.schema
			.createTable('sessions')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('token_hash', 'text', (c) => c.notNull().unique())
			.addColumn('device', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('last_used_at', int, (c) => c.notNull())
			.addColumn('idle_ends_at', int, (c) => c.notNull())
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute();

		await db.schema
			.createTable('email_tokens')
			.addColumn('token_hash', 'text', (c) => c.primaryKey())
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('email_key', 'text', (c) => c.notNull())
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('email_tokens_account').on('email_tokens').column('account_id').execute();
	},
};
