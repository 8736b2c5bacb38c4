import type { Migration } from '../database/index.ts';

/** How often each part of a video ad was watched. The trending scores of older videos stay as they are. */
export const partPlays: Migration = {
	name: '0042-part-plays',
	async up({ db, int }) {
		await db.schema
			.createTable('part_plays')
			.addColumn('ad_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addColumn('part', int, (c) => c.notNull())
			.addColumn('plays', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('part_plays_pk', ['ad_id', 'part'])
			.execute();
		await db.schema
			.alterTable('ads')
			.addColumn('watched_parts', int, (c) => c.notNull().defaultTo(0))
			.execute();
	},
};
