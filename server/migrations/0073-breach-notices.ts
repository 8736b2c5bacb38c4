import type { Migration } from '../database/index.ts';

/** Mails to the people of breaches: what was written, and who was to get it. */
export const breachNotices: Migration = {
	name: '0073-breach-notices',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('breach_notices')
			.addColumn('id', idType, id)
			.addColumn('breach_id', int, (c) => c.notNull().references('breaches.id').onDelete('cascade'))
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('accounts', int, (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('breach_notices_breach').on('breach_notices').column('breach_id').execute();
		await db.schema
			.alterTable('breach_accounts')
			.addColumn('notice_id', int, (c) => c.references('breach_notices.id'))
			.execute();
		for (const column of ['queued_at', 'mailed_at', 'unmailed_at']) {
			await db.schema.alterTable('breach_accounts').addColumn(column, int).execute();
		}
		await db.schema.createIndex('breach_accounts_notice').on('breach_accounts').column('notice_id').execute();
	},
};
