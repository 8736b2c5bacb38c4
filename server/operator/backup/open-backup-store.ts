import { createDiskFileStore, type FileStore } from '../../files/index.ts';
import { type BackupTarget, formatBackupTarget } from './target.ts';

/** Opens the file store that contains the backups of a target. */
export async function openBackupStore(target: BackupTarget): Promise<FileStore> {
	if ('folder' in target) return createDiskFileStore(target.folder);
	// The S3 client takes memory and a part of the start, so it is loaded only where it is used.
	const { createS3FileStore } = await import('../../files/s3.ts');
	const { account, bucket, prefix } = target;
	return createS3FileStore({ ...account, bucket, ...(prefix !== '' && { prefix }) });
}

/** Throws an error that says why a target cannot be used, such as a wrong key. */
export async function assertUsable(store: FileStore, target: BackupTarget): Promise<void> {
	await store.check().catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`${formatBackupTarget(target)} cannot be used: ${reason}`, { cause: error });
	});
}
