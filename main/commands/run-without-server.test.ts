import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnBothEngines, makeEmptyPostgres } from '../../server/testing/database.ts';
import { runWithoutServer } from './run-without-server.ts';

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-cli-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

const listJobs = (env: NodeJS.ProcessEnv) => runWithoutServer(env, { command: 'jobs list', input: {} });
const unavailable = (message: string) => ({
	error: { code: 'unavailable', message: expect.stringContaining(message) },
});

test('a folder without a market stays empty', async () => {
	const folder = await makeFolder();
	expect(await listJobs({ DATA_DIR: folder })).toEqual(unavailable(`There is no market in ${folder}`));
	expect(await readdir(folder)).toEqual([]);
});

test('a damaged database is not taken for one that needs migrations', async () => {
	const folder = await makeFolder();
	await writeFile(join(folder, 'kasuwa.sqlite'), 'damaged'.repeat(1000));
	await expect(listJobs({ DATA_DIR: folder })).rejects.toThrow('file is not a database');
});

describeOnBothEngines('an empty database', (engine) => {
	test('is not migrated', async () => {
		const folder = await makeFolder();
		const database = engine === 'postgres' ? await makeEmptyPostgres() : null;
		if (database) onTestFinished(database.remove);
		else await writeFile(join(folder, 'kasuwa.sqlite'), '');
		const env = { DATA_DIR: folder, ...(database?.postgresUrl && { DATABASE_URL: database.postgresUrl }) };
		expect(await listJobs(env)).toEqual(unavailable('needs migrations'));
		expect(await listJobs(env)).toEqual(unavailable('needs migrations'));
	});
});

test.skipIf(process.getuid?.() !== 0)('the files of another user are left alone', async () => {
	const folder = await makeFolder();
	await writeFile(join(folder, 'kasuwa.sqlite'), '');
	await chown(folder, 12_345, 12_345);
	expect(await listJobs({ DATA_DIR: folder })).toEqual(unavailable(`Run this as the owner of ${folder}`));
	expect(await readdir(folder)).toEqual(['kasuwa.sqlite']);
});
