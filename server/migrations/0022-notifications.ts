import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const notifications: Migration = {
	name: '0022-notifications',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('devices')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			// A browser that logs out, or is logged out, hears nothing more.
			.addColumn('session_id', int, (c) => c.notNull().references('sessions.id').onDelete('cascade'))
			.addColumn('engine', 'text', (c) => c.notNull())
			.addColumn('token', 'text', (c) => c.notNull())
			.addColumn('token_hash', 'text', (c) => c.notNull().unique())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('devices_account').on('devices').columns(['account_id', 'id']).execute();
		await db.schema.createIndex('devices_session').on('devices').column('session_id').execute();

		await db.schema
			.createTable('send_handles')
			.addColumn('handle_hash', 'text', (c) => c.primaryKey())
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();

		await db.schema
			.createTable('inbox_notices')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('group_key', 'text', (c) => c.notNull())
			.addColumn('inbox', int, (c) => c.notNull())
			.addColumn('count', int, (c) => c.notNull())
			.addColumn('actors', 'text', (c) => c.notNull())
			.addColumn('about', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('read_at', int)
			.execute();
		await db.schema.createIndex('inbox_notices_account').on('inbox_notices').columns(['account_id', 'id']).execute();
		await db.schema
			.createIndex('inbox_notices_group')
			.on('inbox_notices')
			.columns(['account_id', 'group_key', 'id'])
			.execute();
		await sql`create index inbox_notices_unread on inbox_notices (account_id) where read_at is null and inbox = 1`.execute(
			db,
		);
		await db.schema.createIndex('inbox_notices_age').on('inbox_notices').column('created_at').execute();

		await db.schema
			.createTable('notification_settings')
			.addColumn('account_id', int, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
			.addColumn('off', 'text', (c) => c.notNull())
			.addColumn('quiet_from', int)
			.addColumn('quiet_to', int)
			.addColumn('time_zone', 'text', (c) => c.notNull())
			.execute();
	},
};
