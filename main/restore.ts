import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { migrations } from '../server/migrations/index.ts';
import { restoreBackup } from '../server/platform/backup/index.ts';
import { readConfig } from '../server/platform/config.ts';
import { lockFolder } from '../server/platform/database/index.ts';
import { openFileStore } from '../server/platform/files/index.ts';

const mediaTypes: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4', '.jpg': 'image/jpeg' };

/** Restores a backup into an empty environment in which no server runs: `npm run restore <folder>`. */
async function restore(backupFolder: string | undefined): Promise<void> {
	if (backupFolder === undefined) throw new Error('Usage: npm run restore <backup folder>');
	const config = readConfig(process.env);
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
			backupFolder,
			database: { postgresUrl: config.databaseUrl, file: join(config.dataDir, 'kasuwa.sqlite') },
			files,
			migrations,
			dataDir: config.dataDir,
			getMediaType: (key) => mediaTypes[extname(key)] ?? 'application/octet-stream',
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

restore(process.argv[2]).catch((error: unknown) => {
	console.error(`Nothing was restored. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
