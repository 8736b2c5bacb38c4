import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const webhooks: Migration = {
	name: '0048-webhooks',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('webhooks')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('market', int, (c) => c.notNull().defaultTo(0))
			.addColumn('url', 'text', (c) => c.notNull())
			.addColumn('events', 'text', (c) => c.notNull())
			.addColumn('secret', 'text', (c) => c.notNull())
			.addColumn('active', int, (c) => c.notNull().defaultTo(1))
			.addColumn('failing_since', int)
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('webhooks_account').on('webhooks').column('account_id').execute();
		await sql`create index webhooks_market on webhooks (id) where market = 1`.execute(db);

		await db.schema
			.createTable('webhook_deliveries')
			.addColumn('id', idType, id)
			.addColumn('webhook_id', int, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
			.addColumn('event_id', 'text', (c) => c.notNull())
			.addColumn('event', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('attempts', int, (c) => c.notNull().defaultTo(0))
			.addColumn('result', 'text')
			.addColumn('attempted_at', int)
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createIndex('webhook_deliveries_once')
			.unique()
			.on('webhook_deliveries')
			.columns(['webhook_id', 'event_id'])
			.execute();
		await db.schema
			.createIndex('webhook_deliveries_newest')
			.on('webhook_deliveries')
			.columns(['webhook_id', 'id'])
			.execute();
		await sql`create index webhook_deliveries_pending on webhook_deliveries (webhook_id) where state = 'pending'`.execute(
			db,
		);
		await db.schema.createIndex('webhook_deliveries_age').on('webhook_deliveries').column('created_at').execute();
	},
};
