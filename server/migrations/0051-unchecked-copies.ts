import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Marks the videos whose fragmented copies an earlier version made without comparing them. A job checks them and makes wrong ones again. */
export const uncheckedCopies: Migration = {
	name: '0051-unchecked-copies',
	async up({ db, int }) {
		await db.schema
			.alterTable('media')
			.addColumn('unchecked_copies', int, (c) => c.notNull().defaultTo(0))
			.execute();
		await sql`update media set unchecked_copies = 1 where fragmented is not null`.execute(db);
		await sql`create index media_unchecked_copies on media (id) where unchecked_copies = 1`.execute(db);
	},
};
