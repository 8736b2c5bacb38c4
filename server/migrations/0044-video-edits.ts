import type { Migration } from '../database/index.ts';

/** Edits of videos. */
export const videoEdits: Migration = {
	name: '0044-video-edits',
	async up({ db }) {
		await db.schema.alterTable('media').addColumn('edit', 'text').execute();
	},
};
