import type { Migration } from '../database/index.ts';

/** Captions of videos, apart from their `media` rows, which lists load without the text of the captions. */
export const captions: Migration = {
	name: '0043-captions',
	async up({ db, int }) {
		await db.schema.alterTable('media').addColumn('captions', 'text').execute();
		await db.schema
			.createTable('media_captions')
			.addColumn('media_id', int, (c) => c.primaryKey().references('media.id').onDelete('cascade'))
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('text', 'text', (c) => c.notNull())
			.execute();
	},
};
