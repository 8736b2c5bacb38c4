import type { Migration } from '../database/index.ts';

/** Passkeys of accounts, and the challenges that browsers have not answered yet. */
export const passkeys: Migration = {
	name: '0063-passkeys',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('passkeys')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('credential_id', 'text', (c) => c.notNull().unique())
			.addColumn('public_key', 'text', (c) => c.notNull())
			.addColumn('sign_count', int, (c) => c.notNull())
			.addColumn('transports', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('last_used_at', int)
			.execute();
		await db.schema.createIndex('passkeys_account').on('passkeys').column('account_id').execute();

		await db.schema
			.createTable('passkey_challenges')
			.addColumn('challenge_hash', 'text', (c) => c.primaryKey())
			.addColumn('account_id', int, (c) => c.references('accounts.id').onDelete('cascade'))
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('passkey_challenges_account').on('passkey_challenges').column('account_id').execute();
	},
};
