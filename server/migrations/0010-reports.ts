import type { Migration } from '../database/index.ts';

export const reports: Migration = {
	name: '0010-reports',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('reports')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			// Stays when its target goes: what was reported is still to be judged by who made it.
			.addColumn('target_id', int, (c) => c.notNull())
			.addColumn('owner_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('reason', 'text', (c) => c.notNull())
			.addColumn('note', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createIndex('reports_once')
			.unique()
			.on('reports')
			.columns(['kind', 'target_id', 'account_id'])
			.execute();
		await db.schema.createIndex('reports_queue').on('reports').columns(['state', 'id']).execute();
	},
};
