import type { Migration } from '../database/index.ts';

/** Answers are kept for a month: the hourly sweep finds the old ones without reading all of them. */
export const repeats: Migration = {
	name: '0025-repeats',
	async up({ db }) {
		await db.schema.createIndex('idempotency_keys_created').on('idempotency_keys').column('created_at').execute();
	},
};
