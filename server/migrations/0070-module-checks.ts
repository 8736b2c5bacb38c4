import type { Migration } from '../database/index.ts';

/** Checks of course modules that learners passed, and whether a certificate stands for passed checks. */
export const moduleChecks: Migration = {
	name: '0070-module-checks',
	async up({ db, int }) {
		await db.schema
			.createTable('module_checks')
			.addColumn('account_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('course_id', 'text', (c) => c.notNull())
			.addColumn('module', int, (c) => c.notNull())
			.addColumn('passed_at', int, (c) => c.notNull())
			.addPrimaryKeyConstraint('module_checks_pk', ['account_id', 'course_id', 'module'])
			.execute();
		await db.schema
			.alterTable('certificates')
			.addColumn('checked', int, (c) => c.notNull().defaultTo(0))
			.execute();
	},
};
