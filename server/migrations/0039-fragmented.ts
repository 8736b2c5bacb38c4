import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Fragmented copies of videos, and an index of the public videos that have none yet. */
export const fragmented: Migration = {
	name: '0039-fragmented',
	async up({ db }) {
		await db.schema.alterTable('media').addColumn('fragmented', 'text').execute();
		await sql`create index media_not_fragmented on media (id)
			where kind = 'video' and state = 'ready' and access = 'public' and fragmented is null`.execute(db);
	},
};
