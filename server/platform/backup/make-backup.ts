import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Db, listMigrations } from '../database/index.ts';
import type { Files, StoredFile } from '../files/index.ts';
import { copyDatabase, type DatabaseLocation, databaseFileName } from './database-copy.ts';
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
	files: Files;
	/** Keys of the files that rows cannot do without. */
	listReferencedKeys: (db: Db) => AsyncIterable<string>;
	/** Where the backup's own folder is made. */
	targetFolder: string;
	now: number;
}

export interface BackupResult {
	/** Its folder, named after the moment. */
	path: string;
	manifest: Manifest;
}

/** A row's file may go while we copy; a later copy of the database no longer names it. One that is lost is lost after the third, too. */
const maxAttempts = 3;

/**
 * Makes a backup of what is in use: a consistent copy of the database, every file it names, and a manifest of their sizes and hashes; all
 * read again before the folder gets its name. Whatever fails leaves no folder of that name.
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
		const name = databaseFileName(engine);
		const copied = new Map<string, Fingerprint & { modified: number }>();
		// Most of the files before the database, so that little time passes between it and the rest of them.
		await copyFiles(files, join(unfinished, filesFolder), copied);
		let migrations: string[] = [];
		let missing: string[] = [];
		for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
			const referenced: string[] = [];
			migrations = await copyDatabase(database, join(unfinished, name), async (db) => {
				for await (const key of listReferencedKeys(db)) referenced.push(key);
				return listMigrations(db);
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

/** Copies what has not been copied as it is; what has gone since stays copied, for a row may still name it. */
async function copyFiles(
	files: Files,
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

/** Null where the file has gone. */
async function copyOne(files: Files, key: string, path: string): Promise<Fingerprint | null> {
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
