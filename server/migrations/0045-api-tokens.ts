import type { Migration } from '../database/index.ts';

/** API tokens: sessions with a name and scopes. */
export const apiTokens: Migration = {
	name: '0045-api-tokens',
	async up({ db }) {
		for (const name of ['name', 'scopes']) {
			await db.schema.alterTable('sessions').addColumn(name, 'text').execute();
		}
	},
};
