import type { Migration } from '../database/index.ts';

export const profile: Migration = {
	name: '0012-profile',
	async up({ db, int }) {
		const columns = [
			['place_public', 1],
			['phone_public', 0],
			['followers', 0],
		] as const;
		for (const [name, value] of columns) {
			await db.schema
				.alterTable('accounts')
				.addColumn(name, int, (c) => c.notNull().defaultTo(value))
				.execute();
		}
		await db.schema.alterTable('accounts').addColumn('phone', 'text').execute();
		await db.schema.alterTable('accounts').addColumn('avatar_id', int).execute();
	},
};
