import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../server/core/clock.ts';
import { readConfig } from '../server/core/config.ts';
import { getDatabaseLocation, openDatabase } from '../server/database/index.ts';
import { type BackUpResult, backUp } from '../server/operations/index.ts';
import {
	assertSqliteExists,
	formatBackupPath,
	formatBackupTarget,
	parseBackupTarget,
	recordAttempt,
} from '../server/operator/backup/index.ts';

const defaultFolder = './backups';

/**
 * Backs up the database and the files, whether or not the server runs: `npm run backup [folder or s3://bucket/prefix]`. The default is
 * BACKUP_TO, or else ./backups. `--read-all` reads all stored files, even if that is not due.
 */
async function run(text: string | undefined, readAll: boolean): Promise<void> {
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
			(now) => backUp({ config, target, now, readAll, signal: stop.signal }),
		);
		if (result instanceof Error) throw result;
		console.log(`Backed up to ${formatBackupPath(target, result.name)}`);
		console.log(`  Database and ${result.files} files: ${formatMegabytes(result.bytes)}`);
		console.log(`  Written, because earlier backups lack it: ${formatMegabytes(result.writtenBytes)}`);
		console.log(`  ${describeCheck[result.check]}`);
		console.log(`  ${describeReading(result)}`);
		for (const name of result.removed) console.log(`  Deleted the old backup ${formatBackupPath(target, name)}`);
		for (const key of result.damaged) {
			const outcome = result.lost.includes(key) ? 'the market has no whole copy either' : 'copied again';
			console.error(`  Damaged in the earlier backups: ${key} (${outcome})`);
		}
		for (const key of result.missing) console.error(`  Missing in the store, but referenced: ${key}`);
	} finally {
		await db.close();
	}
}

const describeCheck = {
	restored: 'Verified the database: it was restored into a scratch database.',
	read: 'Read the database again. Only with the right to create databases is it restored, too: alter role … createdb',
};

function describeReading({ files, readFiles, allReadAt }: BackUpResult): string {
	if (readFiles === files) return `Verified all ${files} files: their stored bytes were read.`;
	const all = allReadAt === null ? 'never' : new Date(allReadAt).toISOString().slice(0, 10);
	return `Verified ${readFiles} of ${files} files: their stored bytes were read. All were last read: ${all}.`;
}

function formatMegabytes(bytes: number): string {
	return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

async function main(): Promise<void> {
	const options = { 'read-all': { type: 'boolean', default: false } } as const;
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	await run(positionals[0], values['read-all']);
}

main().catch((error: unknown) => {
	console.error(`No backup was made. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
