import type { Migration } from '../database/index.ts';

export const marketSettings: Migration = {
	name: '0050-market-settings',
	async up({ db, int }) {
		await db.schema
			.createTable('market_settings')
			.addColumn('version', int, (c) => c.notNull())
			.addColumn('changed', 'text', (c) => c.notNull())
			.addColumn('logo', 'text')
			.addColumn('terms_changed_at', int)
			.addColumn('privacy_changed_at', int)
			.addColumn('updated_at', int)
			.execute();
		await db
			.insertInto('market_settings' as never)
			.values({ version: 0, changed: '{}' } as never)
			.execute();
	},
};
