import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackUpResult, backUp } from '../server/operations/index.ts';
import {
	assertSqliteExists,
	endAttempt,
	formatBackupPath,
	formatBackupTarget,
	parseBackupTarget,
	removeAttempt,
	startAttempt,
} from '../server/platform/backup/index.ts';
import { readConfig } from '../server/platform/config.ts';
import { type Database, openDatabase } from '../server/platform/database/index.ts';

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
	const file = join(config.dataDir, 'kasuwa.sqlite');
	if (config.databaseUrl === null) assertSqliteExists(file);
	if (text === undefined && !defaultTarget) await mkdir(defaultFolder, { recursive: true, mode: 0o700 });
	const stop = new AbortController();
	for (const signal of ['SIGTERM', 'SIGINT'] as const)
		process.once(signal, () => stop.abort(new Error('It was stopped')));
	const db = openDatabase({ postgresUrl: config.databaseUrl, file });
	try {
		const result = await storeAttempt(db, formatBackupTarget(target), stop.signal, (now) =>
			backUp({ config, target, now, signal: stop.signal }),
		);
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

/** Runs a backup and stores its result in the database, unless that is not possible, as before the migration of that table. */
async function storeAttempt(
	db: Database,
	target: string,
	signal: AbortSignal,
	run: (now: number) => Promise<BackUpResult>,
): Promise<BackUpResult> {
	const now = Date.now();
	const id = await startAttempt(db, target, now).catch(() => null);
	try {
		const result = await run(now);
		if (id !== null) await endAttempt(db, id, Date.now(), result);
		return result;
	} catch (error) {
		const isFailure = error instanceof Error && error.name !== 'BackupRunningError' && !signal.aborted;
		if (id !== null) await (isFailure ? endAttempt(db, id, Date.now(), error) : removeAttempt(db, id));
		throw error;
	}
}

const describeCheck = {
	restored: '  Verified: the database was restored into a scratch place, and the files were read again.',
	read: '  Verified by reading it again. Only with the right to create databases is the database restored, too: alter role … createdb',
};

function formatMegabytes(bytes: number): string {
	return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

run(process.argv[2]).catch((error: unknown) => {
	console.error(`No backup was made. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
