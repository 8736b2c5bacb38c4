import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const audit: Migration = {
	name: '0018-audit',
	async up({ db, engine, int, idType, id }) {
		await db.schema
			.createTable('audit_log')
			.addColumn('id', idType, id)
			// No reference: an entry outlives the account.
			.addColumn('account_id', int, (c) => c.notNull())
			.addColumn('user_name', 'text', (c) => c.notNull())
			.addColumn('action', 'text', (c) => c.notNull())
			.addColumn('target_kind', 'text')
			.addColumn('target_id', int)
			.addColumn('reason', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createIndex('audit_log_target')
			.on('audit_log')
			.columns(['target_kind', 'target_id', 'id'])
			.execute();
		// Nothing that is written here is changed or removed, by whatever code.
		if (engine === 'sqlite') {
			for (const act of ['update', 'delete']) {
				await sql`
					create trigger ${sql.id(`audit_log_no_${act}`)} before ${sql.raw(act)} on audit_log
					begin select raise(abort, 'the audit log is append-only'); end
				`.execute(db);
			}
			return;
		}
		await sql`
			create function audit_log_append_only() returns trigger language plpgsql as $$
			begin raise exception 'the audit log is append-only'; end $$
		`.execute(db);
		await sql`
			create trigger audit_log_append_only before update or delete or truncate on audit_log
			for each statement execute function audit_log_append_only()
		`.execute(db);
	},
};
