import type { Migration } from '../database/index.ts';

/** The time at which a webhook was paused, because its owner chose a new password or logged out everywhere. */
export const pausedWebhooks: Migration = {
	name: '0057-paused-webhooks',
	async up({ db, int }) {
		await db.schema.alterTable('webhooks').addColumn('paused_at', int).execute();
	},
};
