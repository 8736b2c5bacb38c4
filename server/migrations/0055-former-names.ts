import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/**
 * The name that each account had before its last one, and a mark of the look-alikes that an earlier migration found, so that a job shows them
 * to moderators.
 */
export const formerNames: Migration = {
	name: '0055-former-names',
	async up({ db, int }) {
		await db.schema.alterTable('accounts').addColumn('former_skeleton', 'text').execute();
		await db.schema.alterTable('accounts').addColumn('former_since', int).execute();
		await db.schema
			.alterTable('accounts')
			.addColumn('unreported_look_alike', int, (c) => c.notNull().defaultTo(0))
			.execute();
		await sql`update accounts set unreported_look_alike = 1 where look_alike = 1`.execute(db);
		await sql`create index accounts_unreported_look_alike on accounts (id) where unreported_look_alike = 1`.execute(db);
	},
};
