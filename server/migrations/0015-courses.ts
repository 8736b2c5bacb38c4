import type { Migration } from '../database/index.ts';

export const courses: Migration = {
	name: '0015-courses',
	async up({ db, engine, int }) {
		// A file may belong to nobody but what it is part of: a lesson's video, a visitor's proof of transfer.
		if (engine === 'postgres') {
			await db.schema
				.alterTable('media')
				.alterColumn('account_id', (c) => c.dropNotNull())
				.execute();
		} else {
			// SQLite cannot take a constraint back, but it can put another column in this one's place.
			await db.schema.dropIndex('media_account').execute();
			await db.schema
				.alterTable('media')
				.addColumn('owner_id', int, (c) => c.references('accounts.id').onDelete('cascade'))
				.execute();
			await db
				.withTables<{ media: { owner_id: number; account_id: number } }>()
				.updateTable('media')
				.set(({ ref }) => ({ owner_id: ref('account_id') }))
				.execute();
			await db.schema.alterTable('media').dropColumn('account_id').execute();
			await db.schema.alterTable('media').renameColumn('owner_id', 'account_id').execute();
			await db.schema.createIndex('media_account').on('media').column('account_id').execute();
		}

		await db.schema
			.createTable('learners')
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('course_id', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('enrolled_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('learners_pk', ['account_id', 'course_id'])
			.execute();

		await db.schema
			.createTable('modules_done')
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('course_id', 'text', (c) => c.notNull())
			.addColumn('module', int, (c) => c.notNull())
			.addColumn('done_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('modules_done_pk', ['account_id', 'course_id', 'module'])
			.execute();

		await db.schema
			.createTable('module_contents')
			.addColumn('course_id', 'text', (c) => c.notNull())
			.addColumn('module', int, (c) => c.notNull())
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('media_id', int, (c) => c.unique().references('media.id'))
			.addColumn('updated_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('module_contents_pk', ['course_id', 'module'])
			.execute();

		await db.schema
			.createTable('certificates')
			.addColumn('code', 'text', (c) => c.primaryKey())
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('course_id', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('completed_at', int, (c) => c.notNull())
			.addUniqueConstraint('certificates_once', ['account_id', 'course_id'])
			.execute();
	},
};
