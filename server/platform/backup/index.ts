export { makeBackup } from './make-backup.ts';
export { restoreBackup } from './restore-backup.ts';
