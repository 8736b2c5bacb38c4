import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation, type Migration, openDatabase } from '../../database/index.ts';
import type { FileStore } from '../../files/index.ts';
import { isEmptyPostgres, restoreDatabase } from './database-copy.ts';
import {
	DamagedBackupError,
	type FileDamage,
	forEachConcurrently,
	getDatabaseKey,
	getFileKey,
	type Manifest,
	openBackup,
	verifyFile,
} from './manifest.ts';

export interface RestoreOptions {
	/** Store that contains the backup. */
	store: FileStore;
	/** Name of the backup and '/'; '' for a folder of format 1, which is a store of its own. */
	prefix: string;
	database: DatabaseLocation;
	files: FileStore;
	migrations: readonly Migration[];
	dataDir: string;
	getMediaType: (key: string) => string;
}

/** Names of entries that a data directory may contain and still count as empty. */
const ignoredNames = ['server.lock', 'server.lock-journal', 'lost+found', 'compile-cache'];

const concurrency = 8;

/** File that was not restored, because the backup has no whole copy of it. */
export interface DamagedFile {
	key: string;
	damage: FileDamage;
}

/**
 * Restores a backup into an empty data directory, database and file store. Checks the database and the targets before it writes. Leaves out
 * files that are damaged, and returns them. Throws if the database is damaged or newer than the program, or if a target is not empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ manifest: Manifest; damaged: DamagedFile[] }> {
	const { store, prefix, database, files, dataDir, getMediaType } = options;
	const backup = await openBackup(store, prefix);
	const { manifest } = backup;
	await assertCompatible(manifest, options);
	await assertEmptyTarget(options);
	const databaseKey = getDatabaseKey(backup);
	await verifyFile(store, databaseKey, manifest.database);

	const damaged: DamagedFile[] = [];
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	const staging = await mkdtemp(join(dataDir, 'restoring-'));
	try {
		await forEachConcurrently(manifest.files.entries(), concurrency, async ([index, file]) => {
			// `files.write` may move the file, so it gets a copy.
			const copy = join(staging, String(index));
			try {
				await verifyFile(store, getFileKey(backup, file), file, { target: copy });
				await files.write(file.key, { path: copy }, getMediaType(file.key));
			} catch (error) {
				if (!(error instanceof DamagedBackupError)) throw error;
				damaged.push({ key: file.key, damage: error.damage });
			}
			await rm(copy, { force: true });
		});
		// The database is restored last, because a server that starts without a database creates an empty market.
		const copy = join(staging, manifest.database.name);
		await verifyFile(store, databaseKey, manifest.database, { target: copy });
		await restoreDatabase(copy, database);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`It stopped after some files: empty the new installation and begin again. ${reason}`, {
			cause: error,
		});
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
	return { manifest, damaged };
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
