import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isValidFileKey } from '../../files/files.ts';
import type { S3Options } from '../../files/s3.ts';

/** Account of an S3 server, without a bucket. */
export type S3Account = Omit<S3Options, 'bucket' | 'prefix'>;

/** Target of backups: a folder, or a bucket with the prefix of its keys ('' or ending with '/'). */
export type BackupTarget = { folder: string } | { bucket: string; prefix: string; account: S3Account };

export interface BackupTargetDeps {
	dataDir: string;
	/** Bucket of the file store; null if files are on disk. */
	s3: S3Options | null;
	/** Account for backups in S3; null without one. */
	backupS3: S3Account | null;
}

const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;

/**
 * Parses the path of a folder or `s3://bucket/prefix`. Throws for a folder in the data directory or around it, and for the bucket of the
 * files, because the loss of the installation would destroy the backups too. A listing of the bucket would also contain the backups.
 */
export function parseBackupTarget(text: string, { dataDir, s3, backupS3 }: BackupTargetDeps): BackupTarget {
	if (!/^s3:/i.test(text)) return { folder: resolveOutside(dataDir, text) };
	const [, bucket, path = ''] = s3Pattern.exec(text) ?? [];
	if (!bucket || (path !== '' && !isValidFileKey(path))) {
		throw new Error(`${text} is not s3://bucket/prefix with a prefix of a-z, 0-9, '.', '_', '-' and '/'`);
	}
	if (!backupS3)
		throw new Error(`${text} needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_*`);
	// The same server may have two addresses, so two servers may not have a bucket of the same name.
	if (s3?.bucket === bucket) throw new Error(`${text} must not be in the bucket of the files, nor in one of its name`);
	return { bucket, prefix: path === '' ? '' : `${path}/`, account: backupS3 };
}

/** Returns the absolute path of a folder. Throws if it is in the data directory or contains it. */
export function resolveOutside(dataDir: string, text: string): string {
	const folder = resolve(text);
	const [real, data] = [resolveLinks(folder), resolveLinks(dataDir)];
	if (isWithin(data, real) || isWithin(real, data)) {
		throw new Error(`${text} must not be in DATA_DIR, nor contain it`);
	}
	return folder;
}

/** Resolves the symbolic links in a path, of which the end may not exist yet. */
function resolveLinks(path: string): string {
	const full = resolve(path);
	return existsSync(full) || full === dirname(full)
		? realpathSync(full)
		: join(resolveLinks(dirname(full)), basename(full));
}

/** Returns whether a path is a folder or in it. */
function isWithin(folder: string, path: string): boolean {
	return relative(folder, path).split(sep)[0] !== '..';
}

/** Returns the text from which a target was parsed, with an absolute path. */
export function formatBackupTarget(target: BackupTarget): string {
	return 'folder' in target ? target.folder : `s3://${target.bucket}/${target.prefix}`.replace(/\/$/, '');
}

/** Returns the path or URL of a backup in a target. */
export function formatBackupPath(target: BackupTarget, name: string): string {
	return 'folder' in target ? join(target.folder, name) : `${formatBackupTarget(target)}/${name}`;
}
