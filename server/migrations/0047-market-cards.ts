import type { Migration } from '../database/index.ts';

/** Products on the link previews of the market and its categories. */
export const marketCards: Migration = {
	name: '0047-market-cards',
	async up({ db, int }) {
		await db.schema
			.createTable('market_cards')
			.addColumn('name', 'text', (c) => c.primaryKey())
			.addColumn('ads', 'text', (c) => c.notNull())
			.addColumn('chosen_at', int, (c) => c.notNull())
			.execute();
	},
};
