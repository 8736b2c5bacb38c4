import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { createDiskFileStore } from '../server/files/index.ts';
import { createBucketClient } from '../server/testing/bucket.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { startRadosgw } from '../server/testing/radosgw.ts';
import { seedMarket } from './market.ts';
import { printLine } from './report.ts';

const ads = 10_000;
/** Sizes of the files of one ad in bytes: a picture in three widths. */
const fileSizes = [12_000, 35_000, 110_000];

/**
 * Moves a market with files from SQLite and disk to PostgreSQL and S3, and back, by the commands of the operator. Throws unless the hashes of
 * all rows and files are the same at the end.
 */
export async function measureMoving(folder: string): Promise<void> {
	const [first, second, third] = ['moved-first', 'moved-second', 'moved-third'].map((name) => join(folder, name));
	const exports = ['export-1', 'export-2', 'export-3'].map((name) => join(folder, name));
	if (!first || !second || !third) return;
	console.log(`Filling a market of ${ads} ads with ${ads * fileSizes.length} files ...`);
	await seedMarket(first, ads);
	await writeFiles(join(first, 'files'));
	// The first command creates the secrets of the market, which would be new rows later.
	await runCommand({ DATA_DIR: first }, 'jobs', 'list');
	const postgres = await startPostgres({ durable: true, sharedBuffers: '128MB' });
	const radosgw = await startRadosgw();
	try {
		const { endpoint, region, accessKeyId, secretAccessKey } = radosgw.account;
		const client = createBucketClient(radosgw.account);
		await client.send(new CreateBucketCommand({ Bucket: 'moved' })).finally(() => client.destroy());
		const large = {
			DATA_DIR: second,
			DATABASE_URL: postgres.url,
			S3_ENDPOINT: endpoint,
			S3_REGION: region,
			S3_BUCKET: 'moved',
			S3_ACCESS_KEY_ID: accessKeyId,
			S3_SECRET_ACCESS_KEY: secretAccessKey,
			S3_FORCE_PATH_STYLE: 'on',
		};
		await measure('export from SQLite and disk', { DATA_DIR: first }, 'export', exports[0]);
		await measure('import into PostgreSQL and S3', large, 'import', exports[0]);
		await measure('encrypted export from PostgreSQL and S3', large, 'export', exports[1], '--encrypt');
		await measure('import of it into SQLite and disk', { DATA_DIR: third }, 'import', exports[1]);
		await measure('export from SQLite and disk again', { DATA_DIR: third }, 'export', exports[2]);
	} finally {
		await radosgw.stop();
		await postgres.stop();
	}
	const [before, after] = [await readHashes(exports[0]), await readHashes(exports[2])];
	if (!isDeepStrictEqual(after, before)) throw new Error('The market has lost something on its way');
	const { tables, files } = before;
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	printLine('same hashes after both moves', `${rows} rows of ${tables.length} tables, ${files.list.rows} files`);
}

async function writeFiles(folder: string): Promise<void> {
	const files = createDiskFileStore(folder);
	for (let n = 1; n <= ads; n += 1) {
		const id = n.toString(16).padStart(24, '0');
		await Promise.all(
			fileSizes.map((size, index) =>
				files.write(`media/${id}/${['w320', 'w640', 'w1080'][index]}.webp`, { bytes: randomBytes(size) }, 'image/webp'),
			),
		);
	}
}

/** Moves by a command, and prints its time and the most memory that its process had. */
async function measure(name: string, env: Record<string, string>, verb: string, ...args: (string | undefined)[]) {
	const { seconds, peak } = await runCommand(env, 'market', verb, ...args.map(String));
	printLine(name, `${seconds.toFixed(0)} s, ${Math.round(peak / 1024)} MB of memory`);
}

/** Runs a command. Returns its time, and the peak of its memory in kilobytes. Throws if it fails. */
async function runCommand(env: Record<string, string>, ...words: string[]): Promise<{ seconds: number; peak: number }> {
	const start = performance.now();
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'main/cli.ts', ...words, '--json'], {
		env: { PATH: process.env.PATH, EXPORT_PASSPHRASE: 'blue kettle on sunday', ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let peak = 0;
	const timer = setInterval(async () => {
		const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
		peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
	}, 200);
	const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
	clearInterval(timer);
	if (code !== 0) throw new Error(`${words.join(' ')} failed: ${output}`);
	return { seconds: (performance.now() - start) / 1000, peak };
}

interface Hashes {
	tables: { rows: number }[];
	files: { list: { rows: number } };
}

/** Reads what the manifest of an export has of its rows, jobs and files. */
async function readHashes(folder: string | undefined): Promise<Hashes> {
	const { tables, jobs, files, missing } = JSON.parse(await readFile(join(String(folder), 'manifest.json'), 'utf8'));
	return { tables, jobs, files, missing } as Hashes;
}
