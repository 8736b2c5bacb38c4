import type { Migration } from '../database/index.ts';

/** Whether an account published its numbers before it changed one, so that an undo publishes no private number. */
export const formerNumberVisibility: Migration = {
	name: '0075-former-number-visibility',
	async up({ db, int }) {
		await db.schema.alterTable('number_changes').addColumn('phone_public', int).execute();
	},
};
