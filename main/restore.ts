import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { migrations } from '../server/migrations/index.ts';
import {
	listBackups,
	manifestFile,
	openBackupStore,
	parseBackupName,
	parseBackupTarget,
	restoreBackup,
} from '../server/platform/backup/index.ts';
import { type Config, readConfig } from '../server/platform/config.ts';
import { getDatabaseLocation, lockFolder } from '../server/platform/database/index.ts';
import { createDiskFileStore, type FileStore, openFileStore } from '../server/platform/files/index.ts';
import { getMediaType } from './media-types.ts';

const usage = 'Usage: npm run restore -- <folder or s3://bucket/prefix>/<name of the backup, or latest>';

/**
 * Restores a backup into an empty environment in which no server runs: `npm run restore -- <target>/<name>`, or `<target>/latest`. With a
 * target alone it lists the backups there.
 */
async function run(path: string | undefined): Promise<void> {
	if (path === undefined) throw new Error(usage);
	const config = readConfig(process.env);
	const { store, name } = await findBackups(path.replace(/\/+$/, ''), config);
	try {
		if (name === null) await list(path, store);
		else await restore(config, store, name === 'latest' ? await getLatest(store) : name);
	} finally {
		store.close();
	}
}

/** Opens the store of a path. `name` is the name of a backup, 'latest', '' for a folder of format 1, or null if the path names no backup. */
async function findBackups(path: string, config: Config): Promise<{ store: FileStore; name: string | null }> {
	if (existsSync(join(path, manifestFile)) && parseBackupName(basename(path)) === null) {
		return { store: createDiskFileStore(path), name: '' };
	}
	const last = basename(path);
	const name = last === 'latest' || parseBackupName(last) !== null ? last : null;
	const target = name === null ? path : path.slice(0, -name.length).replace(/(?<!^)\/$/, '') || '.';
	const deps = { ...config, backupS3: config.backup.s3 };
	return { store: await openBackupStore(parseBackupTarget(target, deps)), name };
}

async function getLatest(store: FileStore): Promise<string> {
	const latest = (await listBackups(store)).complete.at(-1);
	if (latest === undefined) throw new Error('There is no complete backup');
	return latest;
}

async function list(path: string, store: FileStore): Promise<void> {
	const { complete } = await listBackups(store);
	if (complete.length === 0) throw new Error(`There is no complete backup in ${path}. ${usage}`);
	console.log(`Backups in ${path}, the newest last:`);
	for (const name of complete) console.log(`  ${name}`);
	console.log(`To restore one: npm run restore -- ${path.replace(/\/+$/, '')}/${complete.at(-1)}`);
}

async function restore(config: Config, store: FileStore, name: string): Promise<void> {
	await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
	const unlock = lockFolder(join(config.dataDir, 'server.lock'));
	const files = await openFileStore(config);
	try {
		const {
			made_at,
			database,
			files: restored,
			missing,
		} = await restoreBackup({
			store,
			prefix: name === '' ? '' : `${name}/`,
			database: getDatabaseLocation(config),
			files,
			migrations,
			dataDir: config.dataDir,
			getMediaType,
		});
		console.log(`Restored the backup of ${made_at}; all hashes match`);
		console.log(`  ${database.name} into ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'}`);
		console.log(`  ${restored.length} files into ${config.s3 ? `bucket ${config.s3.bucket}` : config.dataDir}`);
		if (missing.length > 0) console.log(`  ${missing.length} files were missing when it was made`);
		console.log('  Start the server; it runs newer migrations itself.');
	} finally {
		files.close();
		unlock();
	}
}

run(process.argv[2]).catch((error: unknown) => {
	console.error(`The market was not restored. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
