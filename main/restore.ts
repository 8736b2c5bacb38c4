import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { plural } from '../contract/core/plural.ts';
import { type Config, readConfig } from '../server/core/config.ts';
import { getDatabaseLocation, lockFolder, openDatabase } from '../server/database/index.ts';
import { createDiskFileStore, type FileStore, openFileStore } from '../server/files/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { describeFiles } from '../server/operations/index.ts';
import {
	assertUsable,
	DamagedBackupError,
	type DamagedFile,
	type FileDamage,
	listBackups,
	listOldFolders,
	type Manifest,
	manifestFile,
	openBackup,
	openBackupStore,
	parseBackupName,
	parseBackupTarget,
	restoreBackup,
} from '../server/operator/backup/index.ts';
import { getMediaType } from './media-types.ts';

const usage = 'Usage: npm run restore -- <folder or s3://bucket/prefix>/<name of the backup, or latest>';
/** Exit code if the market was restored without the files that are damaged in the backup. */
const incompleteExitCode = 3;

/**
 * Restores a backup into an empty environment in which no server runs: `npm run restore -- <target>/<name>`, or `<target>/latest`. With a
 * target alone it lists the backups there. Sets the exit code.
 */
async function run(path: string | undefined): Promise<void> {
	if (path === undefined) throw new Error(usage);
	const config = readConfig(process.env);
	const { target, folder, store, name } = await findBackups(path.replace(/(?<=.)\/+$/, ''), config);
	try {
		const backups = await listAll(store, folder);
		if (name === null) return await list(target, backups);
		const found = name === 'latest' ? backups.at(-1) : backups.find((one) => one.name === name);
		if (found) await restore(config, found, backups[backups.indexOf(found) - 1]);
		else if (name === '') await restore(config, { name, store, prefix: '' });
		else if (name === 'latest') throw new Error('There is no complete backup');
		else throw new Error(`${name} is not a backup: it has no ${manifestFile}`);
	} finally {
		store.close();
	}
}

/** Complete backup in a target. */
interface ListedBackup {
	name: string;
	store: FileStore;
	prefix: string;
}

/**
 * Opens the target of a path. `name` is the name of a backup, 'latest', '' for a folder of format 1, or null if the path names no backup.
 * `folder` is the folder of the target; null for S3 and for a folder of format 1.
 */
async function findBackups(path: string, config: Config) {
	const last = basename(path);
	if (existsSync(join(path, manifestFile)) && parseBackupName(last) === null) {
		return { target: path, folder: null, store: createDiskFileStore(path), name: '' };
	}
	const name = last === 'latest' || parseBackupName(last) !== null ? last : null;
	const text = name === null ? path : path.slice(0, -name.length).replace(/(?<!^)\/$/, '') || '.';
	const target = parseBackupTarget(text, { ...config, backupS3: config.backup.s3 });
	const folder = 'folder' in target ? target.folder : null;
	if (folder !== null && !existsSync(folder)) throw new Error(`There is no folder ${folder}`);
	const store = await openBackupStore(target);
	// A restore only reads, so a folder may be read-only.
	if (folder === null) await assertUsable(store, target);
	return { target: text, folder, store, name };
}

/** Lists the complete backups of a target, oldest first. */
async function listAll(store: FileStore, folder: string | null): Promise<ListedBackup[]> {
	const { complete } = await listBackups(store);
	const old = folder === null ? [] : await listOldFolders(folder);
	return [
		...complete.map((name) => ({ name, store, prefix: `${name}/` })),
		...old.map(({ name }) => ({ name, store: createDiskFileStore(join(folder ?? '', name)), prefix: '' })),
	].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

async function list(target: string, backups: readonly ListedBackup[]): Promise<void> {
	const newest = backups.at(-1);
	if (!newest) throw new Error(`There is no complete backup in ${target}. ${usage}`);
	console.log(`Backups in ${target}, the newest last:`);
	for (const { name, store, prefix } of backups) {
		const manifest = await openBackup(store, prefix).then(
			(backup) => backup.manifest,
			() => null,
		);
		console.log(`  ${name}  ${manifest ? describeReading(manifest) : `damaged: ${manifestFile} cannot be read`}`);
	}
	console.log(`To restore one: npm run restore -- ${target.replace(/\/+$/, '')}/${newest.name}`);
}

function describeReading({ files, reading }: Manifest): string {
	const count = plural(files.length, { one: '# file', other: '# files' });
	if (!reading) return `${count}, not read since`;
	const all = reading.all_at === null ? 'never' : reading.all_at.slice(0, 10);
	return `${count}, ${reading.files} of them read; all last read: ${all}`;
}

async function restore(config: Config, backup: ListedBackup, older?: ListedBackup): Promise<void> {
	await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
	const unlock = lockFolder(join(config.dataDir, 'server.lock'));
	const files = await openFileStore(config);
	const database = getDatabaseLocation(config);
	try {
		const { manifest, damaged } = await restoreBackup({
			...backup,
			database,
			files,
			migrations,
			dataDir: config.dataDir,
			getMediaType,
		}).catch((error: unknown) => {
			if (!(error instanceof DamagedBackupError)) throw error;
			const hint = older ? `Restore the backup before it: ${older.name}` : 'Restore another backup';
			throw new Error(`${error.message}. Without its database a backup cannot be restored. ${hint}`);
		});
		const count = manifest.files.length - damaged.length;
		const how = damaged.length === 0 ? 'all hashes match' : 'but not the files that are damaged in it';
		console.log(`Restored the backup of ${manifest.made_at}; ${how}`);
		console.log(`  ${manifest.database.name} into ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'}`);
		console.log(`  ${count} files into ${config.s3 ? `bucket ${config.s3.bucket}` : config.dataDir}`);
		if (manifest.missing.length > 0) console.log(`  ${manifest.missing.length} files were missing when it was made`);
		console.log('  Start the server; it runs newer migrations itself.');
		if (damaged.length > 0) {
			await listDamaged(database, damaged);
			process.exitCode = incompleteExitCode;
		}
	} finally {
		files.close();
		unlock();
	}
}

const damageTexts: Record<FileDamage, string> = {
	missing: 'is missing in the backup',
	unreadable: 'cannot be read from the disk',
	'wrong length': 'has the wrong length',
	'wrong hash': 'has the wrong hash',
};

/** Prints which files were not restored, why, and what they belong to. */
async function listDamaged(location: ReturnType<typeof getDatabaseLocation>, damaged: readonly DamagedFile[]) {
	const db = openDatabase(location);
	const keys = damaged.map(({ key }) => key).sort();
	// The schema of an old backup may lack a table.
	const uses = await describeFiles(db, keys).catch(() => new Map<string, string>());
	await db.close();
	const count = plural(damaged.length, { one: '# file', other: '# files' });
	console.error(`Not restored: ${count}. The market shows the ads and posts without them.`);
	for (const { key, damage } of [...damaged].sort((a, b) => (a.key < b.key ? -1 : 1))) {
		console.error(`  ${key} ${damageTexts[damage]} (${uses.get(key) ?? 'no row refers to it'})`);
	}
}

run(process.argv[2]).catch((error: unknown) => {
	console.error(`The market was not restored. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
