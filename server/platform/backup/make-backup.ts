import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DatabaseLocation, type Db, listAppliedMigrations, readCreationTime } from '../database/index.ts';
import type { FileStore, StoredFile } from '../files/index.ts';
import {
	copyDatabase,
	countRows,
	type DatabaseCheck,
	estimateCopySize,
	getDatabaseFileName,
	withDatabase,
} from './database-copy.ts';
import { assertFreeSpace } from './free-space.ts';
import {
	type Backup,
	computeFingerprint,
	createMeter,
	forEachConcurrently,
	getContentKey,
	getDatabaseKey,
	listBackups,
	type Manifest,
	manifestFile,
	openBackup,
	toBackupName,
} from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupOptions {
	database: DatabaseLocation;
	files: FileStore;
	/** Keys of the files that database rows refer to. */
	listReferencedKeys: (db: Db) => AsyncIterable<string>;
	/** Store of the backups, which no other installation uses. */
	store: FileStore;
	/** Empty local folder for copies. */
	workFolder: string;
	/** Folder of `store`; null if it is not on a local disk. */
	targetFolder: string | null;
	/** Time of the backup in milliseconds since 1970. */
	now: number;
	signal: AbortSignal;
}

export interface BackupResult {
	name: string;
	/** Number of files. */
	files: number;
	/** Keys that database rows refer to, but for which no file exists. */
	missing: string[];
	/** Size of the database and of all files, in bytes. */
	bytes: number;
	/** Bytes that were written to the store. Contents that earlier backups stored are not written again. */
	writtenBytes: number;
	check: DatabaseCheck;
}

/**
 * Maximum number of attempts at a consistent copy. A file that is deleted before it is copied is missing; the next copy of the database no
 * longer refers to it. A file that is missing after the last attempt, or was missing in the last backup, counts as lost.
 */
const maxAttempts = 3;

/** Number of files that are copied at the same time. It is low, because the server uses the same disks and network meanwhile. */
const concurrency = 4;

/**
 * Backs up a running system: a consistent copy of the database, every file, and a manifest with sizes and hashes. Files with the content of
 * a stored file are not stored again, and files that did not change since the last backup are not read. Verifies the backup before it writes
 * the manifest, which completes it. Removes what an aborted backup left. Throws if any of this fails.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
	const { database, files, listReferencedKeys, store, workFolder, targetFolder, now, signal } = options;
	const engine = database.postgresUrl === null ? 'sqlite' : 'postgres';
	const { complete, incomplete, contents } = await listBackups(store);
	const name = toBackupName(now);
	const lastName = complete.at(-1);
	// Restores and the retention take the last name for the newest backup.
	if (lastName !== undefined && lastName >= name) {
		throw new Error(
			`The newest backup is of ${lastName}, and now is ${name}: correct the clock, or delete that backup`,
		);
	}
	const createdAt = await withDatabase(database, readCreationTime);
	// If the last manifest is damaged, the files are read again.
	const last = lastName ? await openBackup(store, `${lastName}/`).catch(() => null) : null;
	if ((last?.manifest.database.created_at ?? createdAt) !== createdAt) {
		throw new Error('The target has backups of another market: give each market a target of its own');
	}
	for (const name of incomplete) await store.remove(`${name}/`);

	const before = new Map<string, Manifest['files'][number]>();
	for (const file of last?.manifest.files ?? []) before.set(file.key, file);
	const copied = new Map<string, Required<Manifest['files'][number]>>();
	const written = new Map<string, number>();

	/** Copies new and modified files. Copies of deleted files remain, because a row may still refer to them. */
	const copyFiles = () =>
		forEachConcurrently(files.list(''), concurrency, async (file) => {
			signal.throwIfAborted();
			const { key, bytes, modified } = file;
			const known = copied.get(key) ?? before.get(key);
			const isUnchanged = known?.bytes === bytes && known.modified === modified;
			if (isUnchanged && contents.get(known.sha256) === bytes) copied.set(key, { ...known, modified });
			else await copyOne(file);
		});

	async function assertRoom(bytes: number): Promise<void> {
		for (const folder of [workFolder, targetFolder]) if (folder !== null) await assertFreeSpace(folder, bytes);
	}

	async function copyOne({ key, bytes, modified }: StoredFile): Promise<void> {
		await assertRoom(bytes);
		const file = await files.read(key);
		if (!file) return;
		const hash = createHash('sha256');
		const meter = createMeter(hash);
		const path = join(workFolder, `file-${createHash('sha256').update(key).digest('hex')}`);
		await pipeline(file.stream, meter, createWriteStream(path, { mode: 0o600 }), { signal });
		const copy = { key, modified, bytes: meter.bytes, sha256: hash.digest('hex') };
		const isStored = contents.get(copy.sha256) === copy.bytes;
		// Other files with this content, which are copied at the same time, are not stored again.
		contents.set(copy.sha256, copy.bytes);
		if (!isStored) await storeFile(getContentKey(copy), path, copy.bytes);
		copied.set(key, copy);
		await rm(path, { force: true });
	}

	/** Moves a local file into the store. */
	async function storeFile(key: string, path: string, bytes: number): Promise<void> {
		signal.throwIfAborted();
		await store.write(key, { path }, 'application/octet-stream');
		written.set(key, bytes);
	}

	// Most files are copied before the database, so that the second pass over the files is short.
	await copyFiles();
	const databaseName = getDatabaseFileName(engine);
	const databaseCopy = join(workFolder, databaseName);
	let migrations: string[] = [];
	let rows: Record<string, number> = {};
	let missing: string[] = [];
	const lost = new Set(last?.manifest.missing);
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		const referenced: string[] = [];
		await assertRoom(await estimateCopySize(database, last?.manifest.database.bytes ?? 0));
		[migrations, rows] = await copyDatabase(database, databaseCopy, signal, async (db) => {
			for await (const key of listReferencedKeys(db)) referenced.push(key);
			return [await listAppliedMigrations(db), await countRows(db)];
		});
		await copyFiles();
		missing = referenced.filter((key) => !copied.has(key));
		if (missing.every((key) => lost.has(key))) break;
	}
	const fingerprint = await computeFingerprint(databaseCopy);
	const manifest: Manifest = {
		format: 2,
		made_at: new Date(now).toISOString(),
		database: { engine, name: databaseName, created_at: createdAt, migrations, rows, ...fingerprint },
		files: [...copied.values()],
		missing,
	};
	const backup: Backup = { store, prefix: `${name}/`, manifest };
	await storeFile(getDatabaseKey(backup), databaseCopy, fingerprint.bytes);
	const check = await verifyBackup(backup, { database, workFolder, now, signal, written });
	signal.throwIfAborted();
	await store.write(`${name}/${manifestFile}`, { bytes: Buffer.from(JSON.stringify(manifest)) }, 'application/json');
	return {
		name,
		files: manifest.files.length,
		missing,
		bytes: manifest.files.reduce((sum, file) => sum + file.bytes, fingerprint.bytes),
		writtenBytes: [...written.values()].reduce((sum, bytes) => sum + bytes, 0),
		check,
	};
}
