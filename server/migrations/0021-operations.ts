import type { Migration } from '../database/index.ts';

export const operations: Migration = {
	name: '0021-operations',
	async up({ db, engine, int, idType, id }) {
		await db.schema
			.createTable('notices')
			.addColumn('id', idType, id)
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('path', 'text')
			.addColumn('ends_at', int, (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();

		// Accounts as an administrator lists them: the newest first, of one state.
		await db.schema.createIndex('accounts_suspended').on('accounts').columns(['suspended_at', 'id']).execute();

		// With PostgreSQL the job queue keeps what has failed.
		if (engine === 'postgres') return;
		await db.schema
			.createTable('failed_jobs')
			.addColumn('id', idType, id)
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('data', 'text', (c) => c.notNull())
			.addColumn('attempts', int, (c) => c.notNull())
			.addColumn('error', 'text', (c) => c.notNull())
			.addColumn('failed_at', int, (c) => c.notNull())
			.execute();
	},
};
