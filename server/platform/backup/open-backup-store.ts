import { createDiskFileStore, type FileStore } from '../files/index.ts';
import type { BackupTarget } from './target.ts';

/** Opens the file store that contains the backups of a target. */
export async function openBackupStore(target: BackupTarget): Promise<FileStore> {
	if ('folder' in target) return createDiskFileStore(target.folder);
	// The S3 client takes memory and a part of the start, so it is loaded only where it is used.
	const { createS3FileStore } = await import('../files/s3.ts');
	const { account, bucket, prefix } = target;
	return createS3FileStore({ ...account, bucket, ...(prefix !== '' && { prefix }) });
}
