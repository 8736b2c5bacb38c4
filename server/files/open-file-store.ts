import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { createDiskFileStore } from './disk.ts';
import type { FileStore } from './files.ts';

/** Opens the configured file store: the S3 bucket, or else a folder in the data directory. */
export async function openFileStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStore> {
	if (s3 === null) return createDiskFileStore(join(dataDir, 'files'));
	// The S3 client takes memory and a part of the start, so it is loaded only where it is used.
	const { createS3FileStore } = await import('./s3.ts');
	return createS3FileStore(s3);
}
