import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toIsoTime } from '../../core/clock.ts';
import { type DatabaseLocation, type Db, listAppliedMigrations, readCreationTime } from '../../database/index.ts';
import type { FileStore, StoredFile } from '../../files/index.ts';
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
	DamagedBackupError,
	type Fingerprint,
	forEachConcurrently,
	getContentKey,
	getDatabaseKey,
	listBackups,
	type Manifest,
	manifestFile,
	openBackup,
	toBackupName,
} from './manifest.ts';
import { isFullReadingDue, isReadingDue, verifyContents, verifyDatabase } from './verify-backup.ts';

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
	/** Whether to read the bytes of all files, even if that is not due. */
	readAll: boolean;
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
	/** Number of files of which the stored bytes were read. */
	readFiles: number;
	/** When all files were last read, in milliseconds since 1970; null if they never were. */
	allReadAt: number | null;
	/** Keys of files that were damaged in the store of the backups. They were copied again, except the lost ones. */
	damaged: string[];
	/** Keys among `damaged` that the market does not have as they were any more. */
	lost: string[];
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
 * a stored file are not stored again, and files that did not change since the last backup are not read from the market. Reads stored bytes:
 * those of the new files, of a seventh of the others, and of all files once a week. Copies damaged files again. Restores the database to verify
 * it. Then writes the manifest, which completes the backup. Removes what an aborted backup left. Throws if any of this fails.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
	const { database, files, listReferencedKeys, store, workFolder, targetFolder, now, readAll, signal } = options;
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
	const copied = new Map<string, StoredFile & Fingerprint>();
	const written = new Map<string, number>();
	/** Damaged files, as the last backup has them. */
	const damaged = new Map<string, Fingerprint>();

	/** Copies new and modified files. Copies of deleted files remain, because a row may still refer to them. */
	const copyFiles = () =>
		forEachConcurrently(files.list(''), concurrency, async (file) => {
			signal.throwIfAborted();
			const { key, bytes, modified } = file;
			const known = copied.get(key) ?? before.get(key);
			const isUnchanged = known?.bytes === bytes && known.modified === modified;
			const isStored = isUnchanged && contents.get(known.sha256) === bytes;
			if (isStored) copied.set(key, { ...known, modified });
			else await copyOne(file);
			if (isUnchanged && !isStored) damaged.set(key, known);
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

	const isWritten = (file: Fingerprint) => written.has(getContentKey(file));

	/** Removes damaged contents from the store, and copies their files from the market again. Returns the hashes of what it wrote and read. */
	async function replaceContents(hashes: ReadonlySet<string>): Promise<Set<string>> {
		for (const sha256 of hashes) {
			await store.remove(getContentKey({ sha256 }));
			contents.delete(sha256);
		}
		for (const file of [...copied.values()].filter(({ sha256 }) => hashes.has(sha256))) {
			damaged.set(file.key, file);
			copied.delete(file.key);
			await copyOne(file);
		}
		const again = await verifyContents(store, copied.values(), isWritten, signal);
		const [first] = again.damaged;
		if (first) throw new DamagedBackupError(getContentKey({ sha256: first }), 'wrong hash');
		return again.read;
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
	let referenced: string[] = [];
	let missing: string[] = [];
	const lost = new Set(last?.manifest.missing);
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		referenced = [];
		await assertRoom(await estimateCopySize(database, last?.manifest.database.bytes ?? 0));
		[migrations, rows] = await copyDatabase(database, databaseCopy, signal, async (db) => {
			for await (const key of listReferencedKeys(db)) referenced.push(key);
			return [await listAppliedMigrations(db), await countRows(db)];
		});
		await copyFiles();
		missing = referenced.filter((key) => !copied.has(key));
		if (missing.every((key) => lost.has(key))) break;
	}

	const lastReading = parseTime(last?.manifest.reading?.all_at ?? null);
	const isFullReading = readAll || isFullReadingDue(lastReading, now);
	const isRead = (file: Fingerprint) => isFullReading || isWritten(file) || isReadingDue(file.sha256, now);
	const { read, damaged: unusable } = await verifyContents(store, copied.values(), isRead, signal);
	if (unusable.size > 0) for (const sha256 of await replaceContents(unusable)) read.add(sha256);
	const readFiles = [...copied.values()].filter(({ sha256 }) => read.has(sha256)).length;
	const allReadAt = readFiles === copied.size ? now : lastReading;
	missing = referenced.filter((key) => !copied.has(key));
	const fingerprint = await computeFingerprint(databaseCopy);
	const manifest: Manifest = {
		format: 2,
		made_at: toIsoTime(now),
		database: { engine, name: databaseName, created_at: createdAt, migrations, rows, ...fingerprint },
		files: [...copied.values()],
		missing,
		reading: { files: readFiles, all_at: toIsoTime(allReadAt) },
	};
	const backup: Backup = { store, prefix: `${name}/`, manifest };
	await storeFile(getDatabaseKey(backup), databaseCopy, fingerprint.bytes);
	const check = await verifyDatabase(backup, { database, workFolder, signal });
	signal.throwIfAborted();
	await store.write(`${name}/${manifestFile}`, { bytes: Buffer.from(JSON.stringify(manifest)) }, 'application/json');
	return {
		name,
		files: manifest.files.length,
		missing,
		bytes: manifest.files.reduce((sum, file) => sum + file.bytes, fingerprint.bytes),
		writtenBytes: [...written.values()].reduce((sum, bytes) => sum + bytes, 0),
		check,
		readFiles,
		allReadAt,
		damaged: [...damaged.keys()],
		lost: referenced.filter((key) => damaged.has(key) && copied.get(key)?.sha256 !== damaged.get(key)?.sha256),
	};
}

const parseTime = (text: string | null) => (text === null ? null : Date.parse(text));
