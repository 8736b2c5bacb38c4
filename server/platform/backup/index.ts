export { makeBackup } from './make-backup.ts';
export { removeOldBackups } from './remove-old-backups.ts';
export { restoreBackup } from './restore-backup.ts';
