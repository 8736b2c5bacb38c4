import { mkdir } from 'node:fs/promises';
import { backUp } from '../server/operations/index.ts';
import {
	assertSqliteExists,
	formatBackupPath,
	formatBackupTarget,
	parseBackupTarget,
	recordAttempt,
} from '../server/platform/backup/index.ts';
import { systemClock } from '../server/platform/clock.ts';
import { readConfig } from '../server/platform/config.ts';
import { getDatabaseLocation, openDatabase } from '../server/platform/database/index.ts';

const defaultFolder = './backups';

/**
 * Backs up the database and the files, whether or not the server runs: `npm run backup [folder or s3://bucket/prefix]`. The default is
 * BACKUP_TO, or else ./backups.
 */
async function run(text: string | undefined): Promise<void> {
	const config = readConfig(process.env);
	const { target: defaultTarget, s3: backupS3 } = config.backup;
	const target =
		text === undefined && defaultTarget
			? defaultTarget
			: parseBackupTarget(text ?? defaultFolder, { ...config, backupS3 });
	const location = getDatabaseLocation(config);
	if (location.postgresUrl === null) assertSqliteExists(location.file);
	if (text === undefined && !defaultTarget) await mkdir(defaultFolder, { recursive: true, mode: 0o700 });
	const stop = new AbortController();
	for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort(new Error('It was stopped')));
	const db = openDatabase(location);
	try {
		const result = await recordAttempt(
			db,
			formatBackupTarget(target),
			{ clock: systemClock, signal: stop.signal },
			(now) => backUp({ config, target, now, signal: stop.signal }),
		);
		if (result instanceof Error) throw result;
		console.log(`Backed up to ${formatBackupPath(target, result.name)}`);
		console.log(`  Database and ${result.files} files: ${formatMegabytes(result.bytes)}`);
		console.log(`  Written, because earlier backups lack it: ${formatMegabytes(result.writtenBytes)}`);
		console.log(describeCheck[result.check]);
		for (const name of result.removed) console.log(`  Deleted the old backup ${formatBackupPath(target, name)}`);
		for (const key of result.missing) console.error(`  Missing in the store, but referenced: ${key}`);
	} finally {
		await db.close();
	}
}

const describeCheck = {
	restored: '  Verified: the database was restored into a scratch database, and the files were read again.',
	read: '  Verified by reading it again. Only with the right to create databases is the database restored, too: alter role … createdb',
};

function formatMegabytes(bytes: number): string {
	return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

run(process.argv[2]).catch((error: unknown) => {
	console.error(`No backup was made. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
