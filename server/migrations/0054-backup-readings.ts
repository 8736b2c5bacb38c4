import type { Migration } from '../database/index.ts';

/** What share of its files a backup read, when all were last read, and what was damaged. */
export const backupReadings: Migration = {
	name: '0054-backup-readings',
	async up({ db, int }) {
		for (const column of ['read_files', 'all_read_at', 'damaged_files', 'lost_files']) {
			await db.schema.alterTable('backup_attempts').addColumn(column, int).execute();
		}
	},
};
