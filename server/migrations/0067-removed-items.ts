import type { Migration } from '../database/index.ts';

/** What resembles ads and posts that moderators removed and sellers whom they suspended, and what waits for a moderator because it does. */
export const removedItems: Migration = {
	name: '0067-removed-items',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('removed_items')
			.addColumn('id', idType, id)
			.addColumn('decision_id', int, (c) => c.notNull().references('decisions.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('target_id', int, (c) => c.notNull())
			.addColumn('owner_id', int)
			.addColumn('pictures', 'text', (c) => c.notNull())
			.addColumn('text_signature', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('removed_items_decision').on('removed_items').column('decision_id').execute();
		await db.schema.createIndex('removed_items_owner').on('removed_items').column('owner_id').execute();
		await db.schema.createIndex('removed_items_time').on('removed_items').column('created_at').execute();
		await db.schema
			.createTable('removed_item_keys')
			.addColumn('key', int, (c) => c.notNull())
			.addColumn('item_id', int, (c) => c.notNull().references('removed_items.id').onDelete('cascade'))
			.addColumn('part', 'text', (c) => c.notNull())
			.addPrimaryKeyConstraint('removed_item_keys_primary', ['key', 'item_id'])
			.execute();
		await db.schema.createIndex('removed_item_keys_item').on('removed_item_keys').column('item_id').execute();
		await db.schema
			.createTable('held_items')
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('target_id', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('held_items_primary', ['kind', 'target_id'])
			.execute();
		await db.schema.alterTable('flags').addColumn('decision_id', int).execute();
	},
};
