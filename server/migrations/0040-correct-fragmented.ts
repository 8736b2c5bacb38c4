import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Removes fragmented copies whose index says that every fragment starts with a key frame. The hourly sweep makes them again. */
export const correctFragmented: Migration = {
	name: '0040-correct-fragmented',
	async up({ db }) {
		await sql`update media set fragmented = null where fragmented is not null`.execute(db);
	},
};
