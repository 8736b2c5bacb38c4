export { type BackupStatus, isFailure, readBackupStatus, recordAttempt } from './attempts.ts';
export { assertSqliteExists } from './database-copy.ts';
export { lockTask } from './lock-task.ts';
export { type BackupResult, makeBackup } from './make-backup.ts';
export {
	DamagedBackupError,
	type FileDamage,
	listBackups,
	type Manifest,
	manifestFile,
	openBackup,
	parseBackupName,
} from './manifest.ts';
export { assertUsable, openBackupStore } from './open-backup-store.ts';
export { listOldFolders, removeOldBackups, removeOldFolders } from './remove-old-backups.ts';
export { type DamagedFile, restoreBackup } from './restore-backup.ts';
export {
	type BackupTarget,
	formatBackupPath,
	formatBackupTarget,
	parseBackupTarget,
	resolveOutside,
} from './target.ts';
