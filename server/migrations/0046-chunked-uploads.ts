import type { Migration } from '../database/index.ts';

/** Uploads in chunks as Cloudinary's clients send them, of pictures and videos, beside the resumable uploads of videos. */
export const chunkedUploads: Migration = {
	name: '0046-chunked-uploads',
	async up({ db }) {
		await db.schema
			.alterTable('uploads')
			.addColumn('kind', 'text', (c) => c.notNull().defaultTo('video'))
			.execute();
		await db.schema.alterTable('uploads').addColumn('client_id', 'text').execute();
	},
};
