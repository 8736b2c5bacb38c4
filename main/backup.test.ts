import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listReferencedFiles } from '../server/media/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { makeBackup, restoreBackup } from '../server/platform/backup/index.ts';
import type { Engine } from '../server/platform/database/index.ts';
import { createDiskFiles } from '../server/platform/files/index.ts';
import { makeEmptyPostgres, onBothEngines } from '../server/platform/testing/database.ts';
import { createApiClient, goodPassword, postPictureAd, signUp, type TestPerson } from '../server/testing/people.ts';
import {
	canRunEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../server/testing/start-server.ts';

/** Runs one of the programs as `npm run` does. */
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
	const [said, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return { code: code as number, said, complaint };
}

async function makeFolder(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `kasuwa-${name}-`));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Backs up into a new folder and answers the backup's own. */
async function backUp(home: TestEnvironment): Promise<string> {
	const into = await makeFolder('backups');
	const { code, said, complaint } = await run('backup', home.env, into);
	expect(complaint).toBe('');
	expect(code).toBe(0);
	const names = await readdir(into);
	expect(names).toHaveLength(1);
	const path = join(into, names[0] ?? '');
	expect(path).toMatch(/kasuwa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
	expect(said).toContain(`Backed up to ${path}`);
	return path;
}

/** The same in this process. */
async function backUpHere({ environment, files }: TestServer): Promise<string> {
	const targetFolder = await makeFolder('backups');
	return (
		await makeBackup({
			database: databaseOf(environment),
			files,
			listReferencedKeys: listReferencedFiles,
			targetFolder,
			now: Date.now(),
		})
	).path;
}

const databaseOf = ({ env, dataDir }: TestEnvironment) => ({
	postgresUrl: env.DATABASE_URL ?? null,
	file: join(dataDir, 'kasuwa.sqlite'),
});

/** What the program does, in this process. */
async function restoreHere(home: TestEnvironment, backupFolder: string): Promise<void> {
	const { dataDir } = home;
	const files = createDiskFiles(join(dataDir, 'files'));
	const getMediaType = () => 'image/webp';
	await restoreBackup({ backupFolder, database: databaseOf(home), files, migrations, dataDir, getMediaType });
}

/** Where nothing is yet. */
async function emptyHome(engine: Engine): Promise<TestEnvironment> {
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

/** What anyone can ask, and the bytes of the pictures in it. */
async function answersOf(server: TestServer, ids: readonly number[]) {
	const client = createApiClient(server);
	const answers = [];
	for (const id of ids) {
		const ad = await client.getAd({ params: { id: String(id) } });
		const urls = ad.gallery.flatMap(({ sizes }) => sizes.map(({ url }) => url));
		expect(urls).not.toEqual([]);
		const pictures = urls.map((url) => fetch(new URL(url, server.address)).then((answer) => answer.bytes()));
		answers.push({
			ad: JSON.parse(JSON.stringify(ad).replaceAll(server.address, '')),
			pictures: await Promise.all(pictures),
		});
	}
	return answers;
}

let server: TestServer;
let seller: TestPerson;
const kept: number[] = [];

onBothEngines('a backup', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		seller = await signUp(server);
		kept.length = 0;
		for (let count = 0; count < 3; count += 1) kept.push((await postPictureAd(seller, { title: `Lamp ${count}` })).id);
	});
	afterAll(() => server.close());

	test('made while people write holds all that was there, each row with its file, and answers the same elsewhere', async () => {
		const working = { go: true, written: 0 };
		const writers = Array.from({ length: 3 }, async () => {
			const { client, ...rest } = await signUp(server);
			while (working.go) {
				const { id } = await postPictureAd({ client, ...rest });
				await client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
				// What is deleted takes its files with it, at any moment of the copying.
				if (working.written % 2 === 0) await client.deleteAd({ params: { id: String(id) } });
				working.written += 1;
			}
		});
		const backup = await backUp(server.environment).finally(() => {
			working.go = false;
		});
		await Promise.all(writers);
		expect(working.written).toBeGreaterThan(0);

		const home = await emptyHome(engine);
		const restored = await run('restore', home.env, backup);
		expect(restored.complaint).toBe('');
		expect(restored.said).toContain('every hash as it was written');
		const second = await startOn(home);
		expect(await answersOf(second, kept)).toEqual(await answersOf(server, kept));
		const session = await createApiClient(second).logIn({
			body: { email: seller.session.email, password: goodPassword },
		});
		expect(session.user_name).toBe(seller.session.user_name);
		let files = 0;
		for await (const key of listReferencedFiles(second.db)) {
			files += 1;
			expect(await second.files.size(key), key).toBeGreaterThan(0);
		}
		expect(files).toBeGreaterThanOrEqual(kept.length);
		// It goes on from there.
		expect((await postPictureAd({ ...seller, client: createApiClient(second, session.token) })).id).toBeGreaterThan(0);
	});

	test('goes into an empty place only', async () => {
		const backup = await backUpHere(server);
		const again = await run('restore', server.environment.env, backup);
		expect(again.code).toBe(1);
		expect(again.complaint).toMatch(/^Nothing was restored\. /);
		expect(again.complaint).toMatch(engine === 'sqlite' ? /already running/ : /The database is not empty/);
		const home = await emptyHome(engine);
		await restoreHere(home, backup);
		await expect(restoreHere(home, backup)).rejects.toThrow(/ is not empty/);
	});

	test('that is damaged, of a newer program or of the other engine is refused before anything is written', async () => {
		const backup = await backUpHere(server);
		const home = await emptyHome(engine);
		const refused = async (from = backup) => {
			const complaint = await restoreHere(home, from).then(
				() => 'restored',
				(error: Error) => error.message,
			);
			expect(await readdir(home.dataDir).catch(() => [])).toEqual([]);
			return complaint;
		};
		const path = join(backup, 'manifest.json');
		const manifest = JSON.parse(await readFile(path, 'utf8'));
		const write = (change: object) => writeFile(path, JSON.stringify({ ...manifest, ...change }));

		const file = join(backup, 'files', manifest.files[0].key);
		const bytes = await readFile(file);
		await writeFile(file, bytes.with(5, (bytes[5] ?? 0) ^ 1));
		expect(await refused()).toContain(`files/${manifest.files[0].key} is not what was written`);
		await rm(file);
		expect(await refused()).toContain('is missing');
		await writeFile(file, bytes);

		const { database } = manifest;
		await write({ database: { ...database, migrations: [...database.migrations, '9999-later'] } });
		expect(await refused()).toContain('newer version of the program');
		await write({ database: { ...database, engine: engine === 'sqlite' ? 'postgres' : 'sqlite' } });
		expect(await refused()).toMatch(/DATABASE_URL/);
		await write({ files: [{ ...manifest.files[0], key: '../outside' }] });
		expect(await refused()).toContain('damaged');
		await writeFile(path, '{');
		expect(await refused()).toContain('damaged');
		expect(await refused(home.dataDir)).toContain('is not a backup');
	});
});

describe.skipIf(!canRunEnvironment({ files: 's3' }))('with files in S3', () => {
	test('a backup has them all, and can be restored onto a disk', async () => {
		const remote = await startTestServer({ files: 's3', engine: 'sqlite' });
		onTestFinished(remote.close);
		const person = await signUp(remote);
		const { id } = await postPictureAd(person);
		const backup = await backUp(remote.environment);
		const home = await emptyHome('sqlite');
		expect((await run('restore', home.env, backup)).code).toBe(0);
		const second = await startOn(home);
		expect(await answersOf(second, [id])).toEqual(await answersOf(remote, [id]));
		for await (const { key, bytes } of remote.files.list('')) expect(await second.files.size(key)).toBe(bytes);
	});
});

test('without a database there is nothing to back up, and no folder is left', async () => {
	const into = await makeFolder('backups');
	const { code, complaint } = await run('backup', { DATA_DIR: await makeFolder('nothing') }, into);
	expect(code).toBe(1);
	expect(complaint).toMatch(/^No backup was made\. There is nothing to back up/);
	expect(await readdir(into)).toEqual([]);
});
