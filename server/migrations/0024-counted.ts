import type { Migration } from '../database/index.ts';

export const counted: Migration = {
	name: '0024-counted',
	async up({ db, int }) {
		// Whether it is part of the counts: not while whoever gave it is not to be seen.
		for (const table of ['likes', 'follows']) {
			await db.schema
				.alterTable(table)
				.addColumn('counted', int, (c) => c.notNull().defaultTo(1))
				.execute();
		}
	},
};
