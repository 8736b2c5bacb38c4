import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listReferencedFiles } from '../server/media/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { makeBackup, restoreBackup } from '../server/platform/backup/index.ts';
import type { Engine } from '../server/platform/database/index.ts';
import { createDiskFileStore } from '../server/platform/files/index.ts';
import { describeOnBothEngines, makeEmptyPostgres } from '../server/platform/testing/database.ts';
import { createApiClient, goodPassword, postPictureAd, signUp, type TestPerson } from '../server/testing/people.ts';
import {
	canRunEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../server/testing/start-server.ts';

async function run(program: 'backup' | 'restore', env: Record<string, string>, folder: string) {
	const script = join(import.meta.dirname, `${program}.ts`);
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder], {
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			LOG_LEVEL: 'silent',
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [output, errorOutput, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close'),
	]);
	return { code: code as number, output, errorOutput };
}

async function makeFolder(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `kasuwa-${name}-`));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Makes a backup in a new folder. Returns the path of the backup. */
async function backUp(environment: TestEnvironment): Promise<string> {
	const targetFolder = await makeFolder('backups');
	const { code, output, errorOutput } = await run('backup', environment.env, targetFolder);
	expect(errorOutput).toBe('');
	expect(code).toBe(0);
	const names = await readdir(targetFolder);
	expect(names).toHaveLength(1);
	const path = join(targetFolder, names[0] ?? '');
	expect(path).toMatch(/kasuwa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
	expect(output).toContain(`Backed up to ${path}`);
	return path;
}

async function backUpHere({ environment, files }: TestServer): Promise<string> {
	const targetFolder = await makeFolder('backups');
	return (
		await makeBackup({
			database: getDatabase(environment),
			files,
			listReferencedKeys: listReferencedFiles,
			targetFolder,
			now: Date.now(),
		})
	).path;
}

const getDatabase = ({ env, dataDir }: TestEnvironment) => ({
	postgresUrl: env.DATABASE_URL ?? null,
	file: join(dataDir, 'kasuwa.sqlite'),
});

/** Makes a backup as if at an earlier time. Returns the path of the backup. */
async function backUpEarlier({ environment, files }: TestServer, targetFolder: string, daysAgo: number) {
	const { path } = await makeBackup({
		database: getDatabase(environment),
		files,
		listReferencedKeys: listReferencedFiles,
		targetFolder,
		now: Date.now() - daysAgo * 24 * 3_600_000,
	});
	return path;
}

async function restoreHere(environment: TestEnvironment, backupFolder: string): Promise<void> {
	const { dataDir } = environment;
	const files = createDiskFileStore(join(dataDir, 'files'));
	const getMediaType = () => 'image/webp';
	await restoreBackup({ backupFolder, database: getDatabase(environment), files, migrations, dataDir, getMediaType });
}

async function makeEmptyEnvironment(engine: Engine): Promise<TestEnvironment> {
	const dataDir = join(await makeFolder('restored'), 'data');
	const env: Record<string, string> = { DATA_DIR: dataDir };
	if (engine === 'postgres') {
		const database = await makeEmptyPostgres();
		onTestFinished(database.remove);
		env.DATABASE_URL = database.postgresUrl ?? '';
	}
	return { engine, dataDir, env, remove: async () => {} };
}

async function startOn(environment: TestEnvironment): Promise<TestServer> {
	const server = await startTestServer({ environment, runJobs: false });
	onTestFinished(server.close);
	return server;
}

/** Fetches the public responses of the ads, with the bytes of their pictures. */
async function listResponses(server: TestServer, ids: readonly number[]) {
	const client = createApiClient(server);
	const responses = [];
	for (const id of ids) {
		const ad = await client.getAd({ params: { id: String(id) } });
		const urls = ad.gallery.flatMap(({ sizes }) => sizes.map(({ url }) => url));
		expect(urls).not.toEqual([]);
		const pictures = urls.map((url) => fetch(new URL(url, server.address)).then((response) => response.bytes()));
		responses.push({
			ad: JSON.parse(JSON.stringify(ad).replaceAll(server.address, '')),
			pictures: await Promise.all(pictures),
		});
	}
	return responses;
}

let server: TestServer;
let seller: TestPerson;
const adIds: number[] = [];

describeOnBothEngines('a backup', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		seller = await signUp(server);
		adIds.length = 0;
		for (let count = 0; count < 3; count += 1) adIds.push((await postPictureAd(seller, { title: `Lamp ${count}` })).id);
	});
	afterAll(() => server.close());

	test('made during writes is consistent, and serves the same responses elsewhere', async () => {
		const working = { isRunning: true, written: 0 };
		const writers = Array.from({ length: 3 }, async () => {
			const { client, ...rest } = await signUp(server);
			while (working.isRunning) {
				const { id } = await postPictureAd({ client, ...rest });
				await client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
				// Deleting an ad removes its files while the backup copies files.
				if (working.written % 2 === 0) await client.deleteAd({ params: { id: String(id) } });
				working.written += 1;
			}
		});
		const backup = await backUp(server.environment).finally(() => {
			working.isRunning = false;
		});
		await Promise.all(writers);
		expect(working.written).toBeGreaterThan(0);

		const environment = await makeEmptyEnvironment(engine);
		const restored = await run('restore', environment.env, backup);
		expect(restored.errorOutput).toBe('');
		expect(restored.output).toContain('all hashes match');
		const second = await startOn(environment);
		expect(await listResponses(second, adIds)).toEqual(await listResponses(server, adIds));
		const session = await createApiClient(second).logIn({
			body: { email: seller.session.email, password: goodPassword },
		});
		expect(session.user_name).toBe(seller.session.user_name);
		let files = 0;
		for await (const key of listReferencedFiles(second.db)) {
			files += 1;
			expect(await second.files.size(key), key).toBeGreaterThan(0);
		}
		expect(files).toBeGreaterThanOrEqual(adIds.length);
		expect((await postPictureAd({ ...seller, client: createApiClient(second, session.token) })).id).toBeGreaterThan(0);
	});

	test('is restored only into an empty environment', async () => {
		const backup = await backUpHere(server);
		const again = await run('restore', server.environment.env, backup);
		expect(again.code).toBe(1);
		expect(again.errorOutput).toMatch(/^Nothing was restored\. /);
		expect(again.errorOutput).toMatch(engine === 'sqlite' ? /already running/ : /The database is not empty/);
		const environment = await makeEmptyEnvironment(engine);
		await restoreHere(environment, backup);
		await expect(restoreHere(environment, backup)).rejects.toThrow(/ is not empty/);
	});

	test('is deleted by a later backup after BACKUP_DAYS, together with nothing else', async () => {
		const targetFolder = await makeFolder('backups');
		const old = await backUpEarlier(server, targetFolder, 31);
		const recent = await backUpEarlier(server, targetFolder, 29);
		// Neither is a backup of this program, although both names are old.
		await mkdir(join(targetFolder, 'kasuwa-2020-01-01T00-00-00Z'));
		await mkdir(join(targetFolder, 'holiday-2020-01-01'));
		const kept = await run('backup', server.environment.env, targetFolder);
		expect(kept.output).not.toContain('Deleted');
		expect(await readdir(targetFolder)).toContain(basename(old));
		// The name of a backup has a resolution of one second.
		await wait(1100);
		const { code, output } = await run('backup', { ...server.environment.env, BACKUP_DAYS: '30' }, targetFolder);
		expect(code).toBe(0);
		expect(output).toContain(`Deleted the old backup ${old}`);
		const names = await readdir(targetFolder);
		expect(names).not.toContain(basename(old));
		expect(names).toEqual(
			expect.arrayContaining([basename(recent), 'kasuwa-2020-01-01T00-00-00Z', 'holiday-2020-01-01']),
		);
		expect(names).toHaveLength(5);
	});

	test('is rejected before any write if it is damaged, newer, or of the other engine', async () => {
		const backup = await backUpHere(server);
		const environment = await makeEmptyEnvironment(engine);
		const getRejection = async (from = backup) => {
			const errorOutput = await restoreHere(environment, from).then(
				() => 'restored',
				(error: Error) => error.message,
			);
			expect(await readdir(environment.dataDir).catch(() => [])).toEqual([]);
			return errorOutput;
		};
		const path = join(backup, 'manifest.json');
		const manifest = JSON.parse(await readFile(path, 'utf8'));
		const write = (change: object) => writeFile(path, JSON.stringify({ ...manifest, ...change }));

		const file = join(backup, 'files', manifest.files[0].key);
		const bytes = await readFile(file);
		await writeFile(file, bytes.with(5, (bytes[5] ?? 0) ^ 1));
		expect(await getRejection()).toContain(`files/${manifest.files[0].key} is not what was written`);
		await rm(file);
		expect(await getRejection()).toContain('is missing');
		await writeFile(file, bytes);

		const { database } = manifest;
		await write({ database: { ...database, migrations: [...database.migrations, '9999-later'] } });
		expect(await getRejection()).toContain('newer version of the program');
		await write({ database: { ...database, engine: engine === 'sqlite' ? 'postgres' : 'sqlite' } });
		expect(await getRejection()).toMatch(/DATABASE_URL/);
		await write({ files: [{ ...manifest.files[0], key: '../outside' }] });
		expect(await getRejection()).toContain('damaged');
		await writeFile(path, '{');
		expect(await getRejection()).toContain('damaged');
		expect(await getRejection(environment.dataDir)).toContain('is not a backup');
	});
});

describe.skipIf(!canRunEnvironment({ files: 's3' }))('with files on S3', () => {
	test('a backup contains all files and can be restored to disk', async () => {
		const remote = await startTestServer({ files: 's3', engine: 'sqlite' });
		onTestFinished(remote.close);
		const person = await signUp(remote);
		const { id } = await postPictureAd(person);
		const backup = await backUp(remote.environment);
		const environment = await makeEmptyEnvironment('sqlite');
		expect((await run('restore', environment.env, backup)).code).toBe(0);
		const second = await startOn(environment);
		expect(await listResponses(second, [id])).toEqual(await listResponses(remote, [id]));
		for await (const { key, bytes } of remote.files.list('')) expect(await second.files.size(key)).toBe(bytes);
	});
});

test('a backup without a database fails and leaves no folder', async () => {
	const targetFolder = await makeFolder('backups');
	const { code, errorOutput } = await run('backup', { DATA_DIR: await makeFolder('nothing') }, targetFolder);
	expect(code).toBe(1);
	expect(errorOutput).toMatch(/^No backup was made\. There is nothing to back up/);
	expect(await readdir(targetFolder)).toEqual([]);
});
