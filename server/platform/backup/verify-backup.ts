import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type DatabaseLocation, listAppliedMigrations } from '../database/index.ts';
import { countRows, type DatabaseCheck, openRestored } from './database-copy.ts';
import { assertFreeSpace } from './free-space.ts';
import {
	type Backup,
	computeFingerprint,
	DamagedBackupError,
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
	now: number;
	signal: AbortSignal;
	/** Keys that this backup wrote. */
	written: { has(key: string): boolean };
}

const day = 86_400_000;
/** Number of days in which the bytes of every stored file are read once. */
const readingDays = 7;
const concurrency = 4;

/**
 * Verifies a backup that was just written: restores its database into a scratch database and compares migrations and row counts, checks
 * that every file is stored in its size, and reads the bytes of the files that are new and of a seventh of the others. Removes damaged files
 * from the store, so that the next backup writes them again. Throws if anything differs.
 */
export async function verifyBackup(backup: Backup, options: VerifyOptions): Promise<DatabaseCheck> {
	const check = await verifyDatabase(backup, options);
	await verifyFiles(backup, options);
	return check;
}

async function verifyDatabase(backup: Backup, { database, workFolder, signal }: VerifyOptions): Promise<DatabaseCheck> {
	const { store, manifest } = backup;
	const key = getDatabaseKey(backup);
	const path = join(workFolder, 'restored');
	await rm(path, { force: true });
	await assertFreeSpace(workFolder, manifest.database.bytes);
	await store.download(key, path, signal);
	const { bytes, sha256 } = await computeFingerprint(path);
	if (bytes !== manifest.database.bytes || sha256 !== manifest.database.sha256) {
		throw new DamagedBackupError(key, 'is not what was written');
	}
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

async function verifyFiles({ store, manifest }: Backup, { now, signal, written }: VerifyOptions): Promise<void> {
	const { contents } = await listBackups(store);
	const damaged: DamagedBackupError[] = [];
	const files = new Map(manifest.files.map((file) => [getContentKey(file), file]));
	await forEachConcurrently(files, concurrency, async ([key, file]) => {
		signal.throwIfAborted();
		try {
			if (contents.get(file.sha256) !== file.bytes) throw new DamagedBackupError(key, 'is not what was written');
			if (written.has(key) || isReadingDue(file.sha256, now)) await verifyFile(store, key, file, signal);
		} catch (error) {
			if (!(error instanceof DamagedBackupError)) throw error;
			damaged.push(error);
			await store.remove(key);
		}
	});
	const [first] = damaged;
	if (first)
		throw new Error(`${first.message} (${damaged.length} such files were removed; the next backup stores them again)`);
}
