import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const moderation: Migration = {
	name: '0019-moderation',
	async up({ db, int, idType, id }) {
		// Null for good.
		await db.schema.alterTable('accounts').addColumn('suspended_until', int).execute();
		await sql`create index accounts_suspended_until on accounts (suspended_until) where suspended_until is not null`.execute(
			db,
		);

		// Apart from being hidden: what was hidden before its owner went stays so when the owner comes back.
		for (const table of ['ads', 'posts', 'comments']) {
			await db.schema
				.alterTable(table)
				.addColumn('owner_gone', int, (c) => c.notNull().defaultTo(0))
				.execute();
		}
		for (const table of ['ads', 'posts']) {
			await db.schema
				.alterTable(table)
				.addColumn('hidden_reason', 'text', (c) => c.notNull().defaultTo(''))
				.execute();
		}
		await db.schema.alterTable('comments').addColumn('hidden_at', int).execute();
		await db.schema
			.alterTable('comments')
			.addColumn('visible', int, (c) => c.notNull().defaultTo(1))
			.execute();

		await db.schema
			.createTable('cases')
			.addColumn('id', idType, id)
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('target_id', int, (c) => c.notNull())
			.addColumn('owner_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('title', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('latest_at', int, (c) => c.notNull())
			.execute();
		// One open case a thing.
		await sql`create unique index cases_open on cases (kind, target_id) where state = 'open'`.execute(db);
		await sql`create index cases_queue on cases (id) where state = 'open'`.execute(db);
		await db.schema.createIndex('cases_owner').on('cases').column('owner_id').execute();

		await db.schema
			.createTable('decisions')
			.addColumn('id', idType, id)
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('target_kind', 'text', (c) => c.notNull())
			.addColumn('target_id', int, (c) => c.notNull())
			// The words of then: what is deleted can be read nowhere else.
			.addColumn('title', 'text', (c) => c.notNull())
			.addColumn('owner_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('reason', 'text', (c) => c.notNull())
			.addColumn('until', int)
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('lifted_at', int)
			.addColumn('appeal', 'text')
			.addColumn('appealed_at', int)
			.addColumn('outcome', 'text')
			.addColumn('answer', 'text')
			.execute();
		await db.schema.createIndex('decisions_owner').on('decisions').columns(['owner_id', 'id']).execute();
		await sql`create index decisions_open_appeals on decisions (target_kind, target_id) where appealed_at is not null and outcome is null`.execute(
			db,
		);

		await db.schema
			.alterTable('reports')
			.addColumn('case_id', int, (c) => c.references('cases.id').onDelete('cascade'))
			.execute();
		await db.schema
			.alterTable('reports')
			.addColumn('decision_id', int, (c) => c.references('decisions.id').onDelete('set null'))
			.execute();
		await sql`
			insert into cases (kind, target_id, owner_id, title, state, latest_at)
			select kind, target_id, min(owner_id), '', 'open', max(created_at) from reports group by kind, target_id
			order by min(id)
		`.execute(db);
		await sql`
			update reports set case_id = (
				select id from cases where cases.kind = reports.kind and cases.target_id = reports.target_id
			)
		`.execute(db);
		// What was decided can be reported again.
		await db.schema.dropIndex('reports_once').execute();
		await sql`create unique index reports_once on reports (kind, target_id, account_id) where state = 'open'`.execute(
			db,
		);
		await db.schema.dropIndex('reports_queue').execute();
		await db.schema.createIndex('reports_case').on('reports').columns(['case_id', 'id']).execute();
		await sql`create index reports_decided on reports (account_id, decision_id) where decision_id is not null`.execute(
			db,
		);
		await sql`create index reports_decision on reports (decision_id) where decision_id is not null`.execute(db);

		await db.schema
			.createTable('flags')
			.addColumn('id', idType, id)
			.addColumn('case_id', int, (c) => c.notNull().references('cases.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('target_id', int, (c) => c.notNull())
			.addColumn('reason', 'text', (c) => c.notNull())
			.addColumn('note', 'text', (c) => c.notNull())
			.addColumn('other_ad_id', int)
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		// Once looked at, the same is not noticed again.
		await db.schema
			.createIndex('flags_once')
			.unique()
			.on('flags')
			.columns(['kind', 'target_id', 'reason', 'note'])
			.execute();
		await db.schema.createIndex('flags_case').on('flags').columns(['case_id', 'id']).execute();

		await db.schema
			.createTable('picture_hashes')
			.addColumn('key', int, (c) => c.notNull())
			.addColumn('ad_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addColumn('owner_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('hash', 'text', (c) => c.notNull())
			.execute();
		await db.schema.createIndex('picture_hashes_key').on('picture_hashes').columns(['key', 'ad_id']).execute();
		await db.schema.createIndex('picture_hashes_ad').on('picture_hashes').column('ad_id').execute();
		await db.schema.createIndex('picture_hashes_owner').on('picture_hashes').column('owner_id').execute();
	},
};
