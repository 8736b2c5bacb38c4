import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type DatabaseLocation, listAppliedMigrations } from '../../database/index.ts';
import type { FileStore } from '../../files/index.ts';
import { countRows, type DatabaseCheck, openRestored } from './database-copy.ts';
import { assertFreeSpace } from './free-space.ts';
import {
	type Backup,
	DamagedBackupError,
	type Fingerprint,
	forEachConcurrently,
	getContentKey,
	getDatabaseKey,
	listBackups,
	verifyFile,
} from './manifest.ts';

export interface VerifyOptions {
	/** Location of the original database. A copy of PostgreSQL is restored into another database of the same server. */
	database: DatabaseLocation;
	workFolder: string;
	signal: AbortSignal;
}

const day = 86_400_000;
/** Number of days in which the bytes of every stored file are read once. */
const readingDays = 7;
const concurrency = 4;

/**
 * Verifies the database of a backup that was just written: restores it into a scratch database and compares migrations and row counts. Throws
 * if anything differs.
 */
export async function verifyDatabase(
	backup: Backup,
	{ database, workFolder, signal }: VerifyOptions,
): Promise<DatabaseCheck> {
	const { store, manifest } = backup;
	const path = join(workFolder, 'restored');
	await rm(path, { force: true });
	await assertFreeSpace(workFolder, manifest.database.bytes);
	await verifyFile(store, getDatabaseKey(backup), manifest.database, { target: path, signal });
	return openRestored(path, database, signal, async (db) => {
		const { migrations, rows } = manifest.database;
		const restored = { migrations: await listAppliedMigrations(db), rows: await countRows(db) };
		if (!isDeepStrictEqual(restored, { migrations, rows })) {
			throw new Error('The backup is damaged: its database has other migrations or rows once it is restored');
		}
	});
}

/** Returns whether a file is among those that are read on the day of `now`. In seven days, each file is read once. */
export function isReadingDue(sha256: string, now: number): boolean {
	return Number.parseInt(sha256.slice(0, 8), 16) % readingDays === Math.floor(now / day) % readingDays;
}

/**
 * Returns whether all files must be read. A daily backup starts some seconds earlier or later each day, so half a day less than a week
 * makes it once a week. A time in the future was stored while the clock was wrong.
 */
export function isFullReadingDue(last: number | null, now: number): boolean {
	return last === null || last > now || last < now - (readingDays - 0.5) * day;
}

/**
 * Checks that the contents of files are stored in their sizes, and reads the bytes of those for which `isRead` returns true. Returns the
 * hashes of the read contents, and of those that are damaged.
 */
export async function verifyContents(
	store: FileStore,
	files: Iterable<Fingerprint>,
	isRead: (file: Fingerprint) => boolean,
	signal: AbortSignal,
): Promise<{ read: Set<string>; damaged: Set<string> }> {
	const { contents } = await listBackups(store);
	const [read, damaged] = [new Set<string>(), new Set<string>()];
	const bySha256 = new Map([...files].map((file) => [file.sha256, file]));
	await forEachConcurrently(bySha256.values(), concurrency, async (file) => {
		signal.throwIfAborted();
		if (contents.get(file.sha256) !== file.bytes) damaged.add(file.sha256);
		else if (isRead(file)) {
			read.add(file.sha256);
			await verifyFile(store, getContentKey(file), file, { signal }).catch((error: unknown) => {
				if (!(error instanceof DamagedBackupError)) throw error;
				damaged.add(file.sha256);
			});
		}
	});
	return { read, damaged };
}
