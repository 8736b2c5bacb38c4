import type { Migration } from '../database/index.ts';

/** Attempts to make a backup, with their results. */
export const backupAttempts: Migration = {
	name: '0049-backup-attempts',
	async up({ db, id, int, idType }) {
		await db.schema
			.createTable('backup_attempts')
			.addColumn('id', idType, id)
			.addColumn('target', 'text', (c) => c.notNull())
			.addColumn('started_at', int, (c) => c.notNull())
			.addColumn('ended_at', int)
			.addColumn('name', 'text')
			.addColumn('bytes', int)
			.addColumn('written_bytes', int)
			.addColumn('files', int)
			.addColumn('database_check', 'text')
			.addColumn('error', 'text')
			.execute();
	},
};
