import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, openDatabase } from '../database/index.ts';
import type { FileStore } from '../files/index.ts';
import { type DatabaseLocation, isEmptyPostgres, restoreDatabase } from './database-copy.ts';
import { filesFolder, forEachConcurrently, type Manifest, readManifest, verifyBackup } from './manifest.ts';

export interface RestoreOptions {
	backupFolder: string;
	database: DatabaseLocation;
	files: FileStore;
	migrations: readonly Migration[];
	dataDir: string;
	getMediaType: (key: string) => string;
}

/** Names of entries that a data directory may contain and still count as empty. */
const ignoredNames = ['server.lock', 'server.lock-journal', 'lost+found', 'compile-cache'];

/**
 * Restores a backup into an empty data directory, database and file store. Checks the backup and the targets before it writes. Throws if
 * the backup is damaged or newer than the program, or if a target is not empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
	const { backupFolder, database, files, dataDir, getMediaType } = options;
	const manifest = await readManifest(backupFolder);
	await assertCompatible(manifest, options);
	await assertEmptyTarget(options);
	await verifyBackup(backupFolder, manifest);

	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	const staging = await mkdtemp(join(dataDir, 'restoring-'));
	try {
		await forEachConcurrently(manifest.files.entries(), async ([index, { key }]) => {
			// `files.write` may move the file, so it gets a copy.
			const copy = join(staging, String(index));
			await copyFile(join(backupFolder, filesFolder, key), copy);
			await files.write(key, { path: copy }, getMediaType(key));
			await rm(copy, { force: true });
		});
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
	// The database is restored last, because a server that starts without a database creates an empty market.
	await restoreDatabase(join(backupFolder, manifest.database.name), database);
	return manifest;
}

async function assertCompatible(
	{ database }: Manifest,
	{ database: location, migrations }: RestoreOptions,
): Promise<void> {
	const engine = location.postgresUrl === null ? 'sqlite' : 'postgres';
	if (database.engine === 'postgres' && engine === 'sqlite') {
		throw new Error('This backup is of PostgreSQL: set DATABASE_URL to an empty database');
	}
	if (database.engine === 'sqlite' && engine === 'postgres') {
		throw new Error('This backup is of SQLite: restore it without DATABASE_URL');
	}
	const known = new Set(migrations.map(({ name }) => name));
	if (database.migrations.some((name) => !known.has(name))) {
		throw new Error('This backup was made by a newer version of the program: restore it with that version');
	}
}

async function assertEmptyTarget({ database, files, dataDir }: RestoreOptions): Promise<void> {
	if (database.postgresUrl === null) {
		const names = (await readdir(dataDir).catch(() => [])).filter((name) => !ignoredNames.includes(name));
		if (names.length > 0) {
			throw new Error(`${dataDir} is not empty (${names.slice(0, 3).join(', ')}): restore into an empty DATA_DIR`);
		}
	} else {
		const db = openDatabase({ ...database });
		const empty = await isEmptyPostgres(db).finally(() => db.close());
		if (!empty) throw new Error('The database is not empty: restore into an empty one');
	}
	for await (const { key } of files.list('')) {
		throw new Error(`The file store is not empty (${key}): restore into an empty one`);
	}
}
