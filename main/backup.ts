import { join } from 'node:path';
import { listReferencedFiles } from '../server/media/index.ts';
import { makeBackup, removeOldBackups } from '../server/platform/backup/index.ts';
import { readConfig } from '../server/platform/config.ts';
import { openFileStore } from '../server/platform/files/index.ts';

/** Backs up the database and the files, whether or not the server runs: `npm run backup [folder]`. */
async function backUp(targetFolder = './backups'): Promise<void> {
	const config = readConfig(process.env);
	const files = await openFileStore(config);
	try {
		const { path, manifest } = await makeBackup({
			database: { postgresUrl: config.databaseUrl, file: join(config.dataDir, 'kasuwa.sqlite') },
			files,
			listReferencedKeys: listReferencedFiles,
			targetFolder,
			now: Date.now(),
		});
		const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
		console.log(`Backed up to ${path}`);
		console.log(`  ${manifest.database.name}: ${formatMegabytes(manifest.database.bytes)}`);
		console.log(`  ${manifest.files.length} files: ${formatMegabytes(bytes)}`);
		console.log('  Verified by reading it again.');
		if (config.backupDays !== null) {
			const before = Date.now() - config.backupDays * 24 * 3_600_000;
			for (const old of await removeOldBackups(targetFolder, before)) console.log(`  Deleted the old backup ${old}`);
		}
		for (const key of manifest.missing) console.error(`  Missing in the store, but referenced: ${key}`);
	} finally {
		files.close();
	}
}

function formatMegabytes(bytes: number): string {
	return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

backUp(process.argv[2]).catch((error: unknown) => {
	console.error(`No backup was made. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
