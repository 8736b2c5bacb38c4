import type { Migration } from '../database/index.ts';

/** Requests of people about their rights, and the register of breaches of personal data with the accounts that they touched. */
export const dataProtection: Migration = {
	name: '0069-data-protection',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('legal_requests')
			.addColumn('id', idType, id)
			.addColumn('code', 'text', (c) => c.notNull().unique())
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('email', 'text', (c) => c.notNull())
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('url', 'text')
			.addColumn('account_id', int, (c) => c.references('accounts.id').onDelete('cascade'))
			.addColumn('is_proven', int, (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('due_at', int, (c) => c.notNull())
			.addColumn('answered_at', int)
			.addColumn('answer', 'text')
			.execute();
		await db.schema
			.createIndex('legal_requests_state')
			.on('legal_requests')
			.columns(['state', 'due_at', 'id'])
			.execute();
		await db.schema.createIndex('legal_requests_account').on('legal_requests').column('account_id').execute();
		await db.schema
			.createTable('breaches')
			.addColumn('id', idType, id)
			.addColumn('title', 'text', (c) => c.notNull())
			.addColumn('facts', 'text', (c) => c.notNull())
			.addColumn('data', 'text', (c) => c.notNull())
			.addColumn('measures', 'text', (c) => c.notNull())
			.addColumn('risk', 'text', (c) => c.notNull())
			.addColumn('noticed_at', int, (c) => c.notNull())
			.addColumn('commission_notified_at', int)
			.addColumn('people_notified_at', int)
			.addColumn('closed_at', int)
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createTable('breach_accounts')
			.addColumn('breach_id', int, (c) => c.notNull().references('breaches.id').onDelete('cascade'))
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addPrimaryKeyConstraint('breach_accounts_primary', ['breach_id', 'account_id'])
			.execute();
		await db.schema.createIndex('breach_accounts_account').on('breach_accounts').column('account_id').execute();
	},
};
