import type { Migration } from '../database/index.ts';

export const platform: Migration = {
	name: '0001-platform',
	async up({ db, engine, int, idType, id }) {
		await db.schema
			.createTable('secrets')
			.addColumn('name', 'text', (c) => c.primaryKey())
			.addColumn('value', 'text', (c) => c.notNull())
			.execute();

		await db.schema
			.createTable('rate_limits')
			.addColumn('key', 'text', (c) => c.primaryKey())
			.addColumn('window_ends', int, (c) => c.notNull())
			.addColumn('used', int, (c) => c.notNull())
			.execute();

		await db.schema
			.createTable('idempotency_keys')
			.addColumn('account_id', int, (c) => c.notNull())
			.addColumn('key', 'text', (c) => c.notNull())
			.addColumn('request_hash', 'text', (c) => c.notNull())
			.addColumn('answer', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('idempotency_keys_pk', ['account_id', 'key'])
			.execute();

		// With PostgreSQL the job queue keeps tables of its own.
		if (engine === 'postgres') return;
		await db.schema
			.createTable('jobs')
			.addColumn('id', idType, id)
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('data', 'text', (c) => c.notNull())
			.addColumn('run_at', int, (c) => c.notNull())
			// Tries so far, the one that is running counted.
			.addColumn('attempts', int, (c) => c.notNull())
			.addColumn('running', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('jobs_due').on('jobs').columns(['name', 'running', 'run_at', 'id']).execute();
	},
};
