import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Copied from the limits of this version, because a released migration never changes. */
const cautionPeriod = 30 * 24 * 3_600_000;

export const verification: Migration = {
	name: '0031-verification',
	async up({ db, int, idType, id }) {
		for (const column of ['phone_verified_at', 'business_verified_at', 'response_time_at']) {
			await db.schema.alterTable('accounts').addColumn(column, int).execute();
		}
		for (const column of ['business_name', 'response_time']) {
			await db.schema.alterTable('accounts').addColumn(column, 'text').execute();
		}
		for (const column of ['reported', 'caution']) {
			await db.schema
				.alterTable('accounts')
				.addColumn(column, int, (c) => c.notNull().defaultTo(0))
				.execute();
		}
		// A number proves one account at a time.
		await sql`create unique index accounts_verified_phone on accounts (phone) where phone_verified_at is not null`.execute(
			db,
		);
		await sql`create index accounts_caution on accounts (created_at) where caution = 1`.execute(db);
		await sql`create index accounts_response_time on accounts (response_time_at) where response_time is not null`.execute(
			db,
		);
		await sql`create index reports_open_owner on reports (owner_id) where state = 'open'`.execute(db);
		await sql`
			update accounts set reported = 1
			where id in (select owner_id from reports where state = 'open')
		`.execute(db);
		const since = Date.now() - cautionPeriod;
		await sql`update accounts set caution = 1 where reported = 1 and created_at > ${since}`.execute(db);

		await db.schema
			.createTable('phone_codes')
			.addColumn('account_id', int, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
			.addColumn('phone', 'text', (c) => c.notNull())
			.addColumn('code_hash', 'text', (c) => c.notNull())
			.addColumn('tries', int, (c) => c.notNull().defaultTo(0))
			.addColumn('sent_at', int, (c) => c.notNull())
			.addColumn('ends_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('phone_codes_end').on('phone_codes').column('ends_at').execute();

		await db.schema
			.createTable('business_verifications')
			.addColumn('id', idType, id)
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('business_name', 'text', (c) => c.notNull())
			.addColumn('document', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('reason', 'text')
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('decided_at', int)
			.execute();
		await sql`create unique index business_verifications_pending on business_verifications (account_id) where state = 'pending'`.execute(
			db,
		);
		await db.schema
			.createIndex('business_verifications_account')
			.on('business_verifications')
			.columns(['account_id', 'id'])
			.execute();
		await db.schema
			.createIndex('business_verifications_state')
			.on('business_verifications')
			.columns(['state', 'id'])
			.execute();

		await db.schema
			.createTable('business_documents')
			.addColumn('media_id', int, (c) => c.primaryKey().references('media.id'))
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			// Null until the owner sends the request.
			.addColumn('verification_id', int, (c) => c.references('business_verifications.id').onDelete('cascade'))
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('business_documents_account').on('business_documents').column('account_id').execute();
		await db.schema
			.createIndex('business_documents_verification')
			.on('business_documents')
			.column('verification_id')
			.execute();
		await sql`create index business_documents_unsent on business_documents (created_at) where verification_id is null`.execute(
			db,
		);
	},
};
