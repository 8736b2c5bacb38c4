import type { Migration } from '../database/index.ts';

export const knownCallers: Migration = {
	name: '0026-known-callers',
	async up({ db, int }) {
		await db.schema
			.createTable('known_callers')
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			// A network's is keyed with a secret of the server: there are few enough networks to try them all.
			.addColumn('hash', 'text', (c) => c.notNull())
			.addColumn('last_used_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('known_callers_key', ['account_id', 'kind', 'hash'])
			.execute();
		await db.schema.createIndex('known_callers_used').on('known_callers').column('last_used_at').execute();

		await db.schema.alterTable('rate_limits').addColumn('subject', 'text').execute();
		await db.schema.createIndex('rate_limits_subject').on('rate_limits').column('subject').execute();
	},
};
