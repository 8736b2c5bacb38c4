import type { Migration } from '../database/index.ts';

/** State and local government area in which an account sells. They fill in the form of its next ad. */
export const accountLocation: Migration = {
	name: '0036-account-location',
	async up({ db }) {
		for (const name of ['state', 'lga']) {
			await db.schema.alterTable('accounts').addColumn(name, 'text').execute();
		}
	},
};
