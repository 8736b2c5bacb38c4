import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** When the owner of an address said that a request is not theirs, and when the lessons of a certificate were done. */
export const claimedEnrollments: Migration = {
	name: '0066-claimed-enrollments',
	async up({ db, int }) {
		await db.schema.alterTable('enrollments').addColumn('declined_at', int).execute();
		await db.schema.alterTable('certificates').addColumn('first_done_at', int).execute();
		await sql`
			update certificates set first_done_at = (
				select min(done_at) from modules_done
				where modules_done.account_id = certificates.account_id and modules_done.course_id = certificates.course_id
			)
		`.execute(db);
	},
};
