import type { Migration } from '../database/index.ts';

export const signIn: Migration = {
	name: '0017-sign-in',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('identities')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('issuer', 'text', (c) => c.notNull())
			.addColumn('subject', 'text', (c) => c.notNull())
			.addColumn('email', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addUniqueConstraint('identities_subject', ['issuer', 'subject'])
			// One account of a provider for each of ours.
			.addUniqueConstraint('identities_account', ['account_id', 'issuer'])
			.execute();

		await db.schema
			.createTable('google_sign_ins')
			.addColumn('browser_hash', 'text', (c) => c.primaryKey())
			.addColumn('intent', 'text', (c) => c.notNull())
			.addColumn('account_id', int, (c) => c.references('accounts.id').onDelete('cascade'))
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('nonce', 'text', (c) => c.notNull())
			.addColumn('verifier', 'text', (c) => c.notNull())
			.addColumn('next', 'text', (c) => c.notNull())
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();

		await db.schema
			.createTable('second_factors')
			.addColumn('account_id', int, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
			.addColumn('secret', 'text', (c) => c.notNull())
			.addColumn('confirmed_at', int)
			.addColumn('last_step', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();

		await db.schema
			.createTable('recovery_codes')
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('code_hash', 'text', (c) => c.notNull())
			.addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'code_hash'])
			.execute();
	},
};
