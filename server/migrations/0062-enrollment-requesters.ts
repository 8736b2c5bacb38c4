import type { Migration } from '../database/index.ts';

/** Which account sent the form of an enrollment, because accounts that have not confirmed their address are not linked to it. */
export const enrollmentRequesters: Migration = {
	name: '0062-enrollment-requesters',
	async up({ db, int }) {
		await db.schema
			.alterTable('enrollments')
			.addColumn('requested_by', int, (c) => c.references('accounts.id').onDelete('set null'))
			.execute();
		await db.schema.createIndex('enrollments_requester').on('enrollments').column('requested_by').execute();
	},
};
