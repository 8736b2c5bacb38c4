import type { Migration } from '../database/index.ts';

export const sales: Migration = {
	name: '0033-sales',
	async up({ db, int }) {
		await db.schema.alterTable('ads').addColumn('renewed_at', int).execute();
		await db.schema.alterTable('contacts').addColumn('bought_at', int).execute();
	},
};
