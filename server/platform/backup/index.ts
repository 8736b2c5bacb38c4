export { type BackupStatus, isFailure, readBackupStatus, recordAttempt } from './attempts.ts';
export { assertSqliteExists } from './database-copy.ts';
export { lockTask } from './lock-task.ts';
export { type BackupResult, makeBackup } from './make-backup.ts';
export { listBackups, manifestFile, parseBackupName } from './manifest.ts';
export { openBackupStore } from './open-backup-store.ts';
export { removeOldBackups, removeOldFolders } from './remove-old-backups.ts';
export { restoreBackup } from './restore-backup.ts';
export {
	type BackupTarget,
	formatBackupPath,
	formatBackupTarget,
	parseBackupTarget,
	resolveOutside,
} from './target.ts';
