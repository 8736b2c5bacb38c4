import type { Migration } from '../database/index.ts';

export const enrollments: Migration = {
	name: '0016-enrollments',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('enrollments')
			.addColumn('id', idType, id)
			.addColumn('course_id', 'text', (c) => c.notNull())
			.addColumn('coursetype', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('email', 'text', (c) => c.notNull())
			.addColumn('email_key', 'text', (c) => c.notNull())
			.addColumn('phone', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('price_kobo', int, (c) => c.notNull())
			.addColumn('reference', 'text', (c) => c.notNull().unique())
			// Stays when the account goes: what was paid is still to be accounted for.
			.addColumn('account_id', int, (c) => c.references('accounts.id').onDelete('set null'))
			.addColumn('attention', 'text')
			.addColumn('words', 'text', (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.addColumn('updated_at', int, (c) => c.notNull())
			// The same address and course twice is one request.
			.addUniqueConstraint('enrollments_once', ['email_key', 'course_id'])
			.execute();
		await db.schema.createIndex('enrollments_state').on('enrollments').columns(['state', 'id']).execute();
		await db.schema.createIndex('enrollments_account').on('enrollments').columns(['account_id', 'id']).execute();

		await db.schema
			.createTable('enrollment_steps')
			.addColumn('id', idType, id)
			.addColumn('enrollment_id', int, (c) => c.notNull().references('enrollments.id').onDelete('cascade'))
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('by', 'text')
			.addColumn('at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createIndex('enrollment_steps_of')
			.on('enrollment_steps')
			.columns(['enrollment_id', 'id'])
			.execute();

		await db.schema
			.createTable('enrollment_notes')
			.addColumn('id', idType, id)
			.addColumn('enrollment_id', int, (c) => c.notNull().references('enrollments.id').onDelete('cascade'))
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('by', 'text', (c) => c.notNull())
			.addColumn('at', int, (c) => c.notNull())
			.execute();
		await db.schema
			.createIndex('enrollment_notes_of')
			.on('enrollment_notes')
			.columns(['enrollment_id', 'id'])
			.execute();

		await db.schema
			.createTable('enrollment_proofs')
			.addColumn('media_id', int, (c) => c.primaryKey().references('media.id'))
			.addColumn('enrollment_id', int, (c) => c.notNull().references('enrollments.id').onDelete('cascade'))
			.addColumn('at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('enrollment_proofs_of').on('enrollment_proofs').column('enrollment_id').execute();

		await db.schema
			.createTable('payments')
			.addColumn('id', idType, id)
			.addColumn('enrollment_id', int, (c) => c.notNull().references('enrollments.id').onDelete('cascade'))
			.addColumn('reference', 'text', (c) => c.notNull().unique())
			.addColumn('asked_kobo', int, (c) => c.notNull())
			.addColumn('authorization_url', 'text')
			.addColumn('status', 'text', (c) => c.notNull())
			.addColumn('paid_amount', int)
			.addColumn('paid_currency', 'text')
			.addColumn('settled_at', int)
			.addColumn('counted', int, (c) => c.notNull().defaultTo(0))
			.addColumn('checked_at', int, (c) => c.notNull())
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('payments_of').on('payments').columns(['enrollment_id', 'id']).execute();
		await db.schema.createIndex('payments_open').on('payments').columns(['settled_at', 'checked_at']).execute();

		await db.schema
			.createTable('payment_events')
			.addColumn('id', idType, id)
			// Of the payment service; a delivery that comes again is known by it.
			.addColumn('event_key', 'text', (c) => c.notNull().unique())
			.addColumn('event', 'text', (c) => c.notNull())
			.addColumn('reference', 'text')
			.addColumn('amount', int)
			.addColumn('received_at', int, (c) => c.notNull())
			.execute();
		await db.schema.createIndex('payment_events_of').on('payment_events').column('reference').execute();
	},
};
