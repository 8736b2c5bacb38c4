import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Engine, getDatabaseLocation } from '../server/database/index.ts';
import { createDiskFileStore, type FileStore } from '../server/files/index.ts';
import { listReferencedFiles } from '../server/media/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { backUp } from '../server/operations/index.ts';
import {
	assertUsable,
	type BackupTarget,
	listBackups,
	lockTask,
	makeBackup,
	openBackupStore,
	restoreBackup,
} from '../server/operator/backup/index.ts';
import { isReadingDue } from '../server/operator/backup/verify-backup.ts';
import { makeTestBucket } from '../server/testing/bucket.ts';
import { defaultEngine, describeOnBothEngines, makeEmptyPostgres } from '../server/testing/database.ts';
import { startFaultProxy } from '../server/testing/fault-proxy.ts';
import { createApiClient, goodPassword, postPictureAd, signUp, type TestPerson } from '../server/testing/people.ts';
import {
	canRunEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../server/testing/start-server.ts';

async function run(program: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
	const script = join(import.meta.dirname, `${program}.ts`);
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
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

/** Lists the names of the backups in a folder. */
async function listNames(folder: string): Promise<string[]> {
	return (await readdir(folder)).filter((name) => name.startsWith('kasuwa-'));
}

/** Makes a backup in a new folder. Returns the path of the backup. */
async function backUpByCommand(environment: TestEnvironment): Promise<string> {
	const folder = await makeFolder('backups');
	const { code, output, errorOutput } = await run('backup', environment.env, folder);
	expect(errorOutput).toBe('');
	expect(code).toBe(0);
	const names = await listNames(folder);
	expect(names).toHaveLength(1);
	const path = join(folder, names[0] ?? '');
	expect(path).toMatch(/kasuwa-\d{4}-\d\d-\d\dt\d\d-\d\d-\d\dz$/);
	expect(output).toContain(`Backed up to ${path}`);
	return path;
}

const day = 24 * 3_600_000;
const noon = Date.UTC(2026, 10, 26, 12);

/** Makes a backup in this process. */
async function backUpHere(
	{ config }: TestServer,
	target: BackupTarget,
	{ now = noon, days = null as number | null } = {},
) {
	const { signal } = new AbortController();
	return backUp({ config: { ...config, backup: { ...config.backup, days } }, target, now, signal });
}

const getDatabase = ({ env, dataDir }: TestEnvironment) =>
	getDatabaseLocation({ databaseUrl: env.DATABASE_URL ?? null, dataDir });

async function restoreHere(environment: TestEnvironment, store: FileStore, prefix: string): Promise<void> {
	const { dataDir } = environment;
	const files = createDiskFileStore(join(dataDir, 'files'));
	const getMediaType = () => 'image/webp';
	const database = getDatabase(environment);
	await restoreBackup({ store, prefix, database, files, migrations, dataDir, getMediaType });
}

let lastFile = 0;

/** Writes a file with a content of its own. The pictures of all test ads have the same content. */
async function addFile({ files }: TestServer): Promise<string> {
	lastFile += 1;
	const key = `media/${lastFile}/w320.webp`;
	await files.write(key, { bytes: Buffer.from(`content ${lastFile}`) }, 'image/webp');
	return key;
}

/** Returns the keys and sizes of all files in a store. */
async function listFiles(store: FileStore): Promise<Map<string, number>> {
	const found = new Map<string, number>();
	for await (const { key, bytes } of store.list('')) found.set(key, bytes);
	return found;
}

async function hashFile(store: FileStore, key: string): Promise<string> {
	const file = await store.read(key);
	return createHash('sha256')
		.update(file ? await buffer(file.stream) : '')
		.digest('hex');
}

type S3Target = Extract<BackupTarget, { bucket: string }>;

async function makeS3Target(prefix = 'market/'): Promise<S3Target> {
	const { bucket, ...account } = await makeTestBucket();
	return { bucket, prefix, account: { ...account, forcePathStyle: true } };
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

describeOnBothEngines('backup and restore', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		seller = await signUp(server);
		adIds.length = 0;
		for (let count = 0; count < 3; count += 1) adIds.push((await postPictureAd(seller, { title: `Lamp ${count}` })).id);
	});
	afterAll(() => server.close());

	test('a backup made during writes is consistent, and serves the same responses elsewhere', async () => {
		const working = { isRunning: true, written: 0 };
		async function keepWriting() {
			const { client, ...rest } = await signUp(server);
			while (working.isRunning) {
				const { id } = await postPictureAd({ client, ...rest });
				await client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
				// Deleting an ad removes its files while the backup copies files.
				if (working.written % 2 === 0) await client.deleteAd({ params: { id: String(id) } });
				working.written += 1;
			}
		}
		const writing = keepWriting();
		const backup = await backUpByCommand(server.environment).finally(() => {
			working.isRunning = false;
		});
		await writing;
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

	test('a backup is restored only into an empty environment', async () => {
		const folder = await makeFolder('backups');
		const { name } = await backUpHere(server, { folder });
		const again = await run('restore', server.environment.env, join(folder, name));
		expect(again.code).toBe(1);
		expect(again.errorOutput).toMatch(/^The market was not restored\. /);
		expect(again.errorOutput).toMatch(engine === 'sqlite' ? /already running/ : /The database is not empty/);
		const environment = await makeEmptyEnvironment(engine);
		const store = createDiskFileStore(folder);
		await restoreHere(environment, store, `${name}/`);
		await expect(restoreHere(environment, store, `${name}/`)).rejects.toThrow(/ is not empty/);
	});

	test('a restore brings back what is whole, lists what is not, and ends with 3', async () => {
		const folder = await makeFolder('backups');
		const lost = await postPictureAd(seller, { title: 'Lost lamp' });
		const extra = [await addFile(server), await addFile(server)];
		const { name, files } = await backUpHere(server, { folder });
		const { files: stored }: { files: { key: string; sha256: string }[] } = JSON.parse(
			await readFile(join(folder, name, 'manifest.json'), 'utf8'),
		);
		const pathOf = (key: string) => {
			const sha256 = stored.find((file) => file.key === key)?.sha256 ?? '';
			return join(folder, 'files', sha256.slice(0, 2), sha256);
		};
		const keys = new Set<string>();
		for await (const key of listReferencedFiles(server.db)) keys.add(key);
		const path = pathOf([...keys].at(-1) ?? '');
		const bytes = await readFile(path);
		await writeFile(path, bytes.with(5, (bytes[5] ?? 0) ^ 1));
		await rm(pathOf(extra[0] ?? ''));
		await writeFile(pathOf(extra[1] ?? ''), 'short');

		const environment = await makeEmptyEnvironment(engine);
		const { code, output, errorOutput } = await run('restore', environment.env, join(folder, name));
		expect(code).toBe(3);
		expect(output).toContain('but not the files that are damaged in it');
		expect(errorOutput).toContain(`${extra[0]} is missing in the backup (no row refers to it)`);
		expect(errorOutput).toContain(`${extra[1]} has the wrong length (no row refers to it)`);
		expect(errorOutput).toMatch(
			new RegExp(
				`${[...keys].at(-1)} has the wrong hash \\(ad ${lost.id} of @${seller.session.user_name}, "Lost lamp"\\)`,
			),
		);
		const damaged = errorOutput.trimEnd().split('\n').length - 1;
		expect((await listFiles(createDiskFileStore(join(environment.dataDir, 'files')))).size).toBe(files - damaged);

		const second = await startOn(environment);
		const client = createApiClient(second);
		const ad = await client.getAd({ params: { id: String(lost.id) } });
		const urls = ad.gallery.flatMap(({ sizes }) => sizes.map(({ url }) => url));
		const statuses = await Promise.all(
			['/api/ads', `/api/users/${seller.session.user_name}`, '/feed.xml', ...urls].map(async (one) => {
				const response = await fetch(new URL(one, second.address));
				await response.arrayBuffer();
				return response.status;
			}),
		);
		expect(statuses.filter((status) => status >= 500)).toEqual([]);
		expect(statuses).toContain(404);
	});

	test('a restore rejects a damaged or newer backup, or one of the other engine, before it writes anything', async () => {
		const folder = await makeFolder('backups');
		const { name } = await backUpHere(server, { folder });
		const environment = await makeEmptyEnvironment(engine);
		const getRejection = async () => {
			const errorOutput = await restoreHere(environment, createDiskFileStore(folder), `${name}/`).then(
				() => 'restored',
				(error: Error) => error.message,
			);
			expect(await readdir(environment.dataDir).catch(() => [])).toEqual([]);
			return errorOutput;
		};
		const path = join(folder, name, 'manifest.json');
		const manifest = JSON.parse(await readFile(path, 'utf8'));
		const write = (change: object) => writeFile(path, JSON.stringify({ ...manifest, ...change }));

		const key = `${name}/${manifest.database.name}`;
		const file = join(folder, key);
		const bytes = await readFile(file);
		await writeFile(file, bytes.with(5, (bytes[5] ?? 0) ^ 1));
		expect(await getRejection()).toContain(`${key} is not what was written`);
		await rm(file);
		expect(await getRejection()).toContain('is missing');
		await writeFile(file, bytes);

		const { database } = manifest;
		await write({ database: { ...database, migrations: [...database.migrations, '9999-later'] } });
		expect(await getRejection()).toContain('newer version of the program');
		await write({ format: 3 });
		expect(await getRejection()).toContain('newer version of the program');
		await write({ database: { ...database, engine: engine === 'sqlite' ? 'postgres' : 'sqlite' } });
		expect(await getRejection()).toMatch(/DATABASE_URL/);
		await write({ files: [{ ...manifest.files[0], key: '../outside' }] });
		expect(await getRejection()).toContain('damaged');
		await writeFile(path, '{');
		expect(await getRejection()).toContain('damaged');
		await rm(path);
		expect(await getRejection()).toContain('is not a backup');
	});

	if (engine === 'postgres') {
		test('the lock reports the loss of its connection', async () => {
			const lost = Promise.withResolvers<Error>();
			const release = await lockTask('backup', server.config.dataDir, getDatabase(server.environment), lost.resolve);
			await sql`
				select pg_terminate_backend(pid) from pg_locks
				where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
			`.execute(server.db.kysely);
			expect(await lost.promise).toBeInstanceOf(Error);
			await release?.();
		});
	}

	test('a backup is not made while another process makes one', async () => {
		const folder = await makeFolder('backups');
		const release = await lockTask('backup', server.config.dataDir, getDatabase(server.environment), () => {});
		const { code, errorOutput } = await run('backup', server.environment.env, folder);
		expect([code, errorOutput]).toEqual([1, 'No backup was made. Another backup is running\n']);
		await expect(backUpHere(server, { folder })).rejects.toThrow('Another backup is running');
		await release?.();
		expect((await backUpHere(server, { folder })).lost).toEqual([]);
	});

	test('a backup rejects a copy of the database that was damaged on its way', async () => {
		const folder = await makeFolder('backups');
		const store = createDiskFileStore(folder);
		const damaging: FileStore = {
			...store,
			async write(key, source, type) {
				if (key.includes('/database.') && 'path' in source) {
					const bytes = await readFile(source.path);
					await writeFile(source.path, bytes.with(5000, (bytes[5000] ?? 0) ^ 1));
				}
				await store.write(key, source, type);
			},
		};
		const made = makeBackup({
			database: getDatabase(server.environment),
			files: server.files,
			listReferencedKeys: listReferencedFiles,
			store: damaging,
			workFolder: await makeFolder('work'),
			targetFolder: folder,
			now: noon,
			readAll: false,
			signal: new AbortController().signal,
		});
		await expect(made).rejects.toThrow(/^The backup is damaged: kasuwa-\S+\/database\.\w+ is not what was written$/);
		expect((await listBackups(store)).complete).toEqual([]);
	});

	if (engine === 'sqlite') {
		test('a backup rejects a database with damaged pages', async () => {
			const dataDir = await makeFolder('damaged');
			const folder = await makeFolder('backups');
			await backUpHere(server, { folder });
			const [name = ''] = await listNames(folder);
			const bytes = await readFile(join(folder, name, 'database.sqlite'));
			// The first page of 4096 bytes has the schema; the pages behind it have rows.
			bytes.fill(0xff, 3 * 4096, 4 * 4096);
			await writeFile(join(dataDir, 'kasuwa.sqlite'), bytes);
			const config = { ...server.config, dataDir };
			const made = backUp({ config, target: { folder }, now: noon + day, signal: new AbortController().signal });
			await expect(made).rejects.toThrow(/damaged|malformed/);
			expect((await listBackups(createDiskFileStore(folder))).complete).toEqual([name]);
		});
	} else {
		test('a backup only reads the dump without the right to create databases', async () => {
			const folder = await makeFolder('backups');
			const role = `reader_${Date.now()}`;
			const run = (statement: string) => sql.raw(statement).execute(server.db.kysely);
			await run(`create role ${role} login password 'x' in role pg_read_all_data`);
			const url = new URL(server.environment.env.DATABASE_URL ?? '');
			url.username = role;
			url.password = 'x';
			const config = { ...server.config, databaseUrl: url.href };
			const { signal } = new AbortController();
			const { check } = await backUp({ config, target: { folder }, now: noon, signal }).finally(() =>
				run(`drop role ${role}`),
			);
			expect(check).toBe('read');
		});
	}

	// What a backup does with files does not depend on the engine.
	if (engine === defaultEngine) {
		test('a backup of format 1 is restored, and deleted after BACKUP_DAYS together with nothing else', async () => {
			const folder = await makeFolder('backups');
			const old = join(folder, 'kasuwa-2026-10-20T02-00-00Z');
			await copyAsFormat1(await backUpByCommand(server.environment), old, noon - 37 * day);
			const environment = await makeEmptyEnvironment(engine);
			expect((await run('restore', environment.env, old)).output).toContain('all hashes match');
			const second = await startOn(environment);
			expect(await listResponses(second, adIds)).toEqual(await listResponses(server, adIds));

			// Neither is a backup of this program, although both names are old.
			await mkdir(join(folder, 'kasuwa-2020-01-01T00-00-00Z'));
			await mkdir(join(folder, 'holiday-2020-01-01'));
			const { removed, name } = await backUpHere(server, { folder }, { days: 30 });
			expect(removed).toEqual([basename(old)]);
			const names = (await readdir(folder)).filter((one) => !['files', '~staging'].includes(one));
			expect(names.sort()).toEqual(['holiday-2020-01-01', 'kasuwa-2020-01-01T00-00-00Z', name].sort());
		});

		test('a restore of a damaged database names the backup before it, and lists backups with what was read', async () => {
			const folder = await makeFolder('backups');
			const old = 'kasuwa-2026-10-20T02-00-00Z';
			const first = await backUpHere(server, { folder }, { now: noon - day });
			await copyAsFormat1(join(folder, first.name), join(folder, old), noon - 37 * day);
			const { name, files } = await backUpHere(server, { folder });
			const environment = await makeEmptyEnvironment(engine);
			const { output } = await run('restore', environment.env, folder);
			const lines = output.split('\n').filter((line) => line.startsWith('  '));
			expect(lines[0]).toBe(`  ${old}  ${files} files, not read since`);
			expect(lines[1]).toBe(`  ${first.name}  ${files} files, ${files} of them read; all last read: 2026-11-25`);
			expect(lines[2]).toMatch(
				new RegExp(`^  ${name}  ${files} files, \\d+ of them read; all last read: 2026-11-2[56]$`),
			);

			const database = join(folder, name, engine === 'sqlite' ? 'database.sqlite' : 'database.dump');
			const bytes = await readFile(database);
			await writeFile(database, bytes.with(5000, (bytes[5000] ?? 0) ^ 1));
			const refused = await run('restore', environment.env, `${folder}/latest`);
			expect([refused.code, refused.output]).toEqual([1, '']);
			expect(refused.errorOutput).toContain(`Restore the backup before it: ${first.name}`);
			await restoreHere(environment, createDiskFileStore(folder), `${first.name}/`);
		});

		test('a backup writes only what earlier backups lack, readable by its owner only', async () => {
			const folder = await makeFolder('backups');
			const store = createDiskFileStore(folder);
			await addFile(server);
			await backUpHere(server, { folder }, { now: noon - day });
			const contents = await listFiles(store);
			const key = await addFile(server);
			const { name, writtenBytes } = await backUpHere(server, { folder });
			const added = [...(await listFiles(store))].filter(([one]) => !contents.has(one));
			const newContents = added.filter(([one]) => one.startsWith('files/'));
			expect(newContents.map(([, bytes]) => bytes)).toEqual([await server.files.size(key)]);
			const databaseName = engine === 'sqlite' ? 'database.sqlite' : 'database.dump';
			expect(
				added
					.filter(([one]) => !one.startsWith('files/'))
					.map(([one]) => one)
					.sort(),
			).toEqual([`${name}/${databaseName}`, `${name}/manifest.json`]);
			expect(writtenBytes).toBe(((await store.size(`${name}/${databaseName}`)) ?? 0) + (newContents[0]?.[1] ?? 0));
			expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700);
			for (const [one] of added) expect((await stat(join(folder, one))).mode & 0o777, one).toBe(0o600);
		});

		test('a backup deletes old backups and the files that only they refer to', async () => {
			const folder = await makeFolder('backups');
			const store = createDiskFileStore(folder);
			const key = await addFile(server);
			const old = await backUpHere(server, { folder }, { now: noon - 31 * day });
			await server.files.remove(key);
			const kept = await backUpHere(server, { folder }, { now: noon - 29 * day });
			const countContents = async () =>
				[...(await listFiles(store)).keys()].filter((one) => one.startsWith('files/')).length;
			const before = await countContents();
			const { removed, name } = await backUpHere(server, { folder }, { days: 30 });
			expect(removed).toEqual([old.name]);
			expect((await listNames(folder)).sort()).toEqual([kept.name, name].sort());
			expect(await countContents()).toBe(before - 1);
			const environment = await makeEmptyEnvironment(engine);
			await restoreHere(environment, store, `${kept.name}/`);
			expect((await listFiles(createDiskFileStore(join(environment.dataDir, 'files')))).size).toBe(kept.files);
		});

		test('a restore stops at a file that was damaged after it was checked', async () => {
			const folder = await makeFolder('backups');
			await addFile(server);
			const { name } = await backUpHere(server, { folder });
			const environment = await makeEmptyEnvironment(engine);
			const store = createDiskFileStore(folder);
			let reads = 0;
			const damaging: FileStore = {
				...store,
				async read(key) {
					if (key.includes('/database.')) reads += 1;
					if (reads < 2) return store.read(key);
					return { stream: Readable.from([Buffer.alloc((await store.size(key)) ?? 0)]), size: 0 };
				},
			};
			await expect(restoreHere(environment, damaging, `${name}/`)).rejects.toThrow(
				/^It stopped after some files: empty the new installation and begin again\. .*database\.\w+ is not what was written$/,
			);
			await expect(stat(join(environment.dataDir, 'kasuwa.sqlite'))).rejects.toThrow('ENOENT');
		});

		test('a backup is made only into a folder that exists, with space for the market left', async () => {
			const folder = join(await makeFolder('backups'), 'unmounted');
			await expect(backUpHere(server, { folder })).rejects.toThrow(`There is no folder ${folder}: mount its drive`);
			await expect(stat(folder)).rejects.toThrow('ENOENT');
			const workFolder = await makeFolder('work');
			const made = makeBackup({
				database: getDatabase(server.environment),
				files: {
					...server.files,
					async *list() {
						yield { key: 'media/1/large.mp4', bytes: 1024 ** 6, modified: noon };
					},
				},
				listReferencedKeys: listReferencedFiles,
				store: createDiskFileStore(folder),
				workFolder,
				targetFolder: null,
				now: noon,
				readAll: false,
				signal: new AbortController().signal,
			});
			await expect(made).rejects.toThrow(`${workFolder} has too little free space: `);
			expect(await readdir(workFolder)).toEqual([]);
		});

		test('a backup is not made while the clock is behind the newest one', async () => {
			const folder = await makeFolder('backups');
			const { name } = await backUpHere(server, { folder });
			for (const now of [noon - 3650 * day, noon]) {
				await expect(backUpHere(server, { folder }, { now })).rejects.toThrow(
					`The newest backup is of ${name}, and now is`,
				);
			}
			expect(await listNames(folder)).toEqual([name]);
		});

		test('a backup is not made in the target of another market', async () => {
			const folder = await makeFolder('backups');
			const { name } = await backUpHere(server, { folder }, { now: noon - day });
			const other = await startTestServer({ engine });
			onTestFinished(other.close);
			// All test databases are copies of one database.
			await sql`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z'`.execute(other.db.kysely);
			await mkdir(join(folder, 'kasuwa-2026-11-26t01-00-00z'));
			await writeFile(join(folder, 'kasuwa-2026-11-26t01-00-00z', 'database.dump'), 'half');
			await expect(backUpHere(other, { folder })).rejects.toThrow('The target has backups of another market');
			expect((await listNames(folder)).sort()).toEqual([name, 'kasuwa-2026-11-26t01-00-00z']);
		});

		test('a backup deletes nothing that is not of a backup', async () => {
			const folder = await makeFolder('backups');
			for (const path of ['files/ph/photo.jpg', 'files/ab/notes', 'holiday/manifest.json']) {
				await mkdir(dirname(join(folder, path)), { recursive: true });
				await writeFile(join(folder, path), 'mine');
			}
			await backUpHere(server, { folder }, { days: 30 });
			for (const path of ['files/ph/photo.jpg', 'files/ab/notes', 'holiday/manifest.json']) {
				expect(await readFile(join(folder, path), 'utf8')).toBe('mine');
			}
		});

		test('a backup that was interrupted is removed by the next one, and no restore accepts it', async () => {
			const folder = await makeFolder('backups');
			const stop = new AbortController();
			const { config } = server;
			const stopped = backUp({ config, target: { folder }, now: noon - day, signal: stop.signal });
			stop.abort(new Error('It was stopped'));
			await expect(stopped).rejects.toThrow('It was stopped');
			// What a killed process leaves: contents and a database without a manifest, and local copies.
			const left = join(folder, 'kasuwa-2026-11-25t02-00-00z');
			await mkdir(left, { recursive: true });
			await writeFile(join(left, 'database.dump'), 'half');
			await mkdir(join(server.config.dataDir, 'backup-work'), { recursive: true });
			await writeFile(join(server.config.dataDir, 'backup-work', 'file-1'), 'half');
			const environment = await makeEmptyEnvironment(engine);
			const restored = await run('restore', environment.env, left);
			expect(restored.errorOutput).toContain('is not a backup');
			const { name } = await backUpHere(server, { folder });
			expect(await listNames(folder)).toEqual([name]);
			expect(await readdir(server.config.dataDir)).not.toContain('backup-work');
		});

		/** Makes a backup, damages a file that it stored, and returns how to make the next one. */
		async function prepareDamaged(damage: (path: string) => Promise<void>) {
			const folder = await makeFolder('backups');
			const store = createDiskFileStore(folder);
			await backUpHere(server, { folder }, { now: noon });
			const [key = ''] = [...(await listFiles(store)).keys()].filter((one) => one.startsWith('files/')).sort();
			await damage(join(folder, key));
			return { key, store, repeat: (now: number) => backUpHere(server, { folder }, { now }) };
		}

		test('a backup finds a damaged file on the day it is read, and stores it again', async () => {
			const { key, store, repeat } = await prepareDamaged(async (path) => {
				const bytes = await readFile(path);
				await writeFile(path, bytes.with(5, (bytes[5] ?? 0) ^ 1));
			});
			const days = Array.from({ length: 7 }, (_, index) => noon + (index + 1) * day);
			const due = days.find((now) => isReadingDue(basename(key), now)) ?? 0;
			const { damaged, lost, allReadAt } = await repeat(due);
			expect([damaged.length > 0, lost, allReadAt === due]).toEqual([true, [], due === noon + 7 * day]);
			expect(await hashFile(store, key)).toBe(basename(key));
		});

		test('a backup stores a missing or shortened file again at once', async () => {
			for (const damage of [(path: string) => rm(path), (path: string) => writeFile(path, 'short')]) {
				const { key, store, repeat } = await prepareDamaged(damage);
				await repeat(noon + 1000);
				expect(await hashFile(store, key)).toBe(basename(key));
			}
		});
	}
});

/** Copies a backup into a folder of format 1, which has its own copies of the files. */
async function copyAsFormat1(backup: string, folder: string, time: number): Promise<void> {
	const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
	for (const { key, sha256 } of manifest.files) {
		await cp(join(dirname(backup), 'files', sha256.slice(0, 2), sha256), join(folder, 'files', key));
	}
	await cp(join(backup, manifest.database.name), join(folder, manifest.database.name));
	const { rows: _, ...database } = manifest.database;
	const { reading: __, ...read } = manifest;
	const files = manifest.files.map(({ modified: _, ...file }: { modified: number }) => file);
	const older = { ...read, format: 1, made_at: new Date(time).toISOString(), database, files };
	await writeFile(join(folder, 'manifest.json'), JSON.stringify(older));
}

describe.skipIf(!canRunEnvironment({ files: 's3' }))('with S3', () => {
	test('a backup of files in S3 in another bucket can be restored to disk', async () => {
		const remote = await startTestServer({ files: 's3', engine: 'sqlite' });
		onTestFinished(remote.close);
		const person = await signUp(remote);
		const { id } = await postPictureAd(person);
		const target = await makeS3Target();
		const { bucket } = target;
		const to = `s3://${bucket}/market`;
		const first = await run('backup', { ...remote.environment.env, BACKUP_TO: to });
		expect(first.errorOutput).toBe('');
		expect(first.output).toContain(`Backed up to ${to}/kasuwa-`);

		const environment = await makeEmptyEnvironment('sqlite');
		const { S3_BUCKET: _, ...env } = remote.environment.env;
		const backupEnv = Object.fromEntries(
			Object.entries(env).flatMap(([name, value]) => (name.startsWith('S3_') ? [[`BACKUP_${name}`, value]] : [])),
		);
		const listed = await run('restore', { ...environment.env, ...backupEnv }, to);
		expect(listed.output).toMatch(/^ {2}kasuwa-[\dtz-]+ {2}1 file, 1 of them read; all last read: [\d-]{10}$/m);
		const restored = await run('restore', { ...environment.env, ...backupEnv }, `${to}/latest`);
		expect(restored.errorOutput).toBe('');
		expect(restored.output).toContain('all hashes match');
		const second = await startOn(environment);
		expect(await listResponses(second, [id])).toEqual(await listResponses(remote, [id]));
		for await (const { key, bytes } of remote.files.list('')) expect(await second.files.size(key)).toBe(bytes);
	});

	test('a restore says in words that the key is wrong, the bucket unknown or the server unreachable', async () => {
		const { bucket, account } = await makeS3Target();
		async function getReason(change: Partial<S3Target['account']>, name = bucket): Promise<string> {
			const target = { bucket: name, prefix: '', account: { ...account, ...change } };
			const store = await openBackupStore(target);
			const check = assertUsable(store, target).then(
				() => '',
				(error: Error) => error.message,
			);
			return check.finally(() => store.close());
		}
		const refused = `s3://${bucket} cannot be used: The S3 server refuses the access key`;
		expect(await getReason({ secretAccessKey: 'wrong' })).toBe(refused);
		expect(await getReason({ accessKeyId: 'wrong' })).toBe(refused);
		const missing = `${bucket}-missing`;
		expect(await getReason({}, missing)).toBe(`s3://${missing} cannot be used: There is no bucket ${missing}`);

		const environment = await makeEmptyEnvironment('sqlite');
		const env = {
			...environment.env,
			BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9',
			BACKUP_S3_ACCESS_KEY_ID: account.accessKeyId,
			BACKUP_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
			BACKUP_S3_FORCE_PATH_STYLE: 'on',
		};
		const { code, errorOutput } = await run('restore', env, `s3://${bucket}/latest`);
		expect([code, errorOutput]).toEqual([
			1,
			`The market was not restored. s3://${bucket} cannot be used: The S3 server does not respond: 127.0.0.1:9 refuses connections (ECONNREFUSED)\n`,
		]);
	});

	test('the second backup uploads only new files, the database and the manifest', async () => {
		const remote = await startTestServer({ engine: 'sqlite' });
		onTestFinished(remote.close);
		const person = await signUp(remote);
		await postPictureAd(person);
		const proxy = await startFaultProxy((await makeTestBucket()).endpoint);
		onTestFinished(proxy.close);
		const { bucket, prefix, account } = await makeS3Target();
		const target = { bucket, prefix, account: { ...account, endpoint: proxy.address } };
		const countPuts = async (now: number) => {
			const before = proxy.count('PUT');
			const result = await backUpHere(remote, target, { now });
			return { ...result, puts: proxy.count('PUT') - before };
		};
		const first = await countPuts(noon - 2 * day);
		const store = await openBackupStore({ bucket, prefix, account });
		onTestFinished(() => store.close());
		// One upload for each content, the database and the manifest.
		expect(first.puts).toBe((await listFiles(store)).size);
		expect((await countPuts(noon - day)).puts).toBe(2);
		await addFile(remote);
		expect((await countPuts(noon)).puts).toBe(3);

		const missing = { ...target, bucket: `${bucket}-missing` };
		await expect(backUpHere(remote, missing)).rejects.toThrow(`There is no bucket ${bucket}-missing`);
		const wrongKey = { ...target, account: { ...account, secretAccessKey: 'wrong' } };
		await expect(backUpHere(remote, wrongKey)).rejects.toThrow('The S3 server refuses the access key');

		proxy.inject('cut', 100);
		await expect(backUpHere(remote, target, { now: noon + day })).rejects.toThrow(
			`s3://${bucket}/market cannot be used: The S3 server does not respond: ${new URL(proxy.address).host} closed the connection (ECONNRESET)`,
		);
		expect([...(await listFiles(store)).keys()].filter((key) => key.endsWith('manifest.json'))).toHaveLength(3);
	});
});

test.skipIf(!canRunEnvironment({ files: 's3' }))(
	'a killed backup leaves nothing that a restore accepts, and the next one removes it',
	async () => {
		const market = await startTestServer({ engine: 'sqlite' });
		onTestFinished(market.close);
		await postPictureAd(await signUp(market));
		const { bucket, ...account } = await makeTestBucket();
		const proxy = await startFaultProxy(account.endpoint);
		onTestFinished(proxy.close);
		const env = {
			...market.environment.env,
			BACKUP_S3_ENDPOINT: proxy.address,
			BACKUP_S3_ACCESS_KEY_ID: account.accessKeyId,
			BACKUP_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
			BACKUP_S3_FORCE_PATH_STYLE: 'on',
			BACKUP_TO: `s3://${bucket}`,
		};
		// The first upload never ends, so the manifest is never written.
		proxy.inject('stall response', 1, 'PUT');
		const child = spawn(
			process.execPath,
			['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'backup.ts')],
			{
				env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
				stdio: 'ignore',
			},
		);
		await expect.poll(() => proxy.count('PUT')).toBeGreaterThan(0);
		child.kill('SIGKILL');
		await once(child, 'close');
		const environment = await makeEmptyEnvironment('sqlite');
		const restoreEnv = { ...env, ...environment.env };
		const refused = await run('restore', restoreEnv, `s3://${bucket}/latest`);
		expect([refused.code, refused.errorOutput]).toEqual([
			1,
			'The market was not restored. There is no complete backup\n',
		]);
		const target = { bucket, prefix: '', account: { ...account, forcePathStyle: true } };
		const { name } = await backUpHere(market, target, { now: Date.now() });
		const store = await openBackupStore(target);
		onTestFinished(() => store.close());
		const folders = [...(await listFiles(store)).keys()].map((key) => key.split('/')[0]);
		expect(new Set(folders)).toEqual(new Set(['files', name]));
		await restoreHere(environment, store, `${name}/`);
	},
);

test('a backup without a database fails and leaves no folder', async () => {
	const folder = join(await makeFolder('backups'), 'none');
	const { code, errorOutput } = await run('backup', { DATA_DIR: await makeFolder('nothing') }, folder);
	expect(code).toBe(1);
	expect(errorOutput).toMatch(/^No backup was made\. There is nothing to back up/);
	await expect(readdir(folder)).rejects.toThrow('ENOENT');
});
