import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Db, listAppliedMigrations } from '../database/index.ts';
import type { FileStore, StoredFile } from '../files/index.ts';
import { copyDatabase, type DatabaseLocation, getDatabaseFileName } from './database-copy.ts';
import {
	computeFingerprint,
	type Fingerprint,
	filesFolder,
	forEachConcurrently,
	fsync,
	type Manifest,
	manifestFile,
	verifyBackup,
} from './manifest.ts';

export interface BackupOptions {
	database: DatabaseLocation;
	files: FileStore;
	/** Keys of the files that database rows refer to. */
	listReferencedKeys: (db: Db) => AsyncIterable<string>;
	targetFolder: string;
	now: number;
}

export interface BackupResult {
	/** Path of the backup folder, whose name contains the time of the backup. */
	path: string;
	manifest: Manifest;
}

/**
 * Maximum number of attempts at a consistent copy. A file that is deleted before it is copied is missing; the next copy of the database no
 * longer refers to it. A file that is missing after the last attempt counts as lost.
 */
const maxAttempts = 3;

/**
 * Backs up a running system: a consistent copy of the database, every file that the database refers to, and a manifest with sizes and
 * hashes. Verifies the whole backup before it gives the folder its final name. A failed backup leaves no folder.
 */
export async function makeBackup({
	database,
	files,
	listReferencedKeys,
	targetFolder,
	now,
}: BackupOptions): Promise<BackupResult> {
	const engine = database.postgresUrl === null ? 'sqlite' : 'postgres';
	const made_at = new Date(now).toISOString();
	const path = join(resolve(targetFolder), `kasuwa-${made_at.slice(0, 19).replaceAll(':', '-')}Z`);
	const unfinished = `${path}.partial`;
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await mkdir(unfinished, { mode: 0o700 });
	try {
		const name = getDatabaseFileName(engine);
		const copied = new Map<string, Fingerprint & { modified: number }>();
		// Most files are copied before the database, so that the second pass over the files is short.
		await copyFiles(files, join(unfinished, filesFolder), copied);
		let migrations: string[] = [];
		let missing: string[] = [];
		for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
			const referenced: string[] = [];
			migrations = await copyDatabase(database, join(unfinished, name), async (db) => {
				for await (const key of listReferencedKeys(db)) referenced.push(key);
				return listAppliedMigrations(db);
			});
			await copyFiles(files, join(unfinished, filesFolder), copied);
			missing = referenced.filter((key) => !copied.has(key));
			if (missing.length === 0) break;
		}
		const manifest: Manifest = {
			format: 1,
			made_at,
			database: { engine, name, migrations, ...(await computeFingerprint(join(unfinished, name))) },
			files: [...copied].map(([key, { bytes, sha256 }]) => ({ key, bytes, sha256 })),
			missing,
		};
		await writeFile(join(unfinished, manifestFile), JSON.stringify(manifest), { mode: 0o600, flush: true });
		await verifyBackup(unfinished, manifest);
		await fsync(unfinished);
		await rename(unfinished, path);
		await fsync(dirname(path));
		return { path, manifest };
	} catch (error) {
		await rm(unfinished, { recursive: true, force: true });
		throw error;
	}
}

/** Copies new and modified files of the file store. Copies of deleted files remain, because a row may still refer to them. */
async function copyFiles(
	files: FileStore,
	folder: string,
	copied: Map<string, Fingerprint & { modified: number }>,
): Promise<void> {
	await forEachConcurrently(files.list(''), async ({ key, bytes, modified }: StoredFile) => {
		const before = copied.get(key);
		if (before?.bytes === bytes && before.modified === modified) return;
		const fingerprint = await copyOne(files, key, join(folder, key));
		if (fingerprint) copied.set(key, { ...fingerprint, modified });
	});
}

/** Copies one file of the file store to `path`. Returns null if the file no longer exists. */
async function copyOne(files: FileStore, key: string, path: string): Promise<Fingerprint | null> {
	const file = await files.read(key);
	if (!file) return null;
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const hash = createHash('sha256');
	let bytes = 0;
	const measure = new Transform({
		transform(chunk: Buffer, _, done) {
			hash.update(chunk);
			bytes += chunk.length;
			done(null, chunk);
		},
	});
	await pipeline(file.stream, measure, createWriteStream(path, { mode: 0o600, flush: true }));
	return { bytes, sha256: hash.digest('hex') };
}
