import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { getDatabaseLocation } from '../database/index.ts';
import { openFileStore } from '../files/index.ts';
import { listReferencedFiles } from '../media/index.ts';
import {
	assertSqliteExists,
	assertUsable,
	type BackupResult,
	type BackupTarget,
	lockTask,
	makeBackup,
	openBackupStore,
	removeOldBackups,
	removeOldFolders,
} from '../operator/backup/index.ts';

export interface BackUpOptions {
	config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'backup'>;
	target: BackupTarget;
	/** Time of the backup in milliseconds since 1970. */
	now: number;
	/** Whether to read the bytes of all files, even if that is not due. */
	readAll?: boolean;
	signal: AbortSignal;
}

export interface BackUpResult extends BackupResult {
	/** Names of the old backups that were deleted. */
	removed: string[];
}

/** Error of a backup that does not start because another one of the same database runs. */
export class BackupRunningError extends Error {
	override readonly name = 'BackupRunningError';
}

/**
 * Makes and verifies a backup of the configured database and files, then deletes old ones. Opens its own connections, so it runs in any
 * process or thread. Throws `BackupRunningError`, or an error with a message for the operator.
 */
export async function backUp({ config, target, now, readAll = false, signal }: BackUpOptions): Promise<BackUpResult> {
	const database = getDatabaseLocation(config);
	if (config.databaseUrl === null) assertSqliteExists(database.file);
	const targetFolder = 'folder' in target ? target.folder : null;
	// Never create the target folder: if its drive is not mounted, the backup would fill the system disk.
	if (targetFolder !== null && !existsSync(targetFolder)) {
		throw new Error(`There is no folder ${targetFolder}: mount its drive, or create the folder`);
	}
	const lost = new AbortController();
	const release = await lockTask('backup', config.dataDir, database, (error) => lost.abort(error));
	if (!release) throw new BackupRunningError('Another backup is running');
	const workFolder = join(config.dataDir, 'backup-work');
	const [files, store] = await Promise.all([openFileStore(config), openBackupStore(target)]);
	try {
		await assertUsable(store, target);
		// The lock belongs to this backup, so what is in the folder was left by a crash.
		await rm(workFolder, { recursive: true, force: true });
		await mkdir(workFolder, { recursive: true, mode: 0o700 });
		const result = await makeBackup({
			database,
			files,
			listReferencedKeys: listReferencedFiles,
			store,
			workFolder,
			targetFolder,
			now,
			readAll,
			signal: AbortSignal.any([signal, lost.signal]),
		});
		return { ...result, removed: await removeOld(config.backup.days) };
	} finally {
		await rm(workFolder, { recursive: true, force: true });
		files.close();
		store.close();
		await release();
	}

	async function removeOld(days: number | null): Promise<string[]> {
		if (days === null) return [];
		const folders = targetFolder === null ? [] : await removeOldFolders(targetFolder, { days, now });
		return [...folders, ...(await removeOldBackups(store, { days, now }))];
	}
}
