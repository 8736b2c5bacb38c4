import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { getDatabaseLocation, openDatabase } from '../../server/database/index.ts';
import { seededTables } from '../../server/migrations/index.ts';
import { searchTables } from '../../server/operations/index.ts';
import { listMovedTables, listUsedTables } from '../../server/operator/moving/tables.ts';
import { readUnfinishedImport } from '../../server/operator/moving/unfinished-import.ts';
import { makeTestBucket } from '../../server/testing/bucket.ts';
import { makeEmptyPostgres, openTestDatabase } from '../../server/testing/database.ts';
import {
	createApiClient,
	goodPassword,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../../server/testing/people.ts';
import { seedFailedJob } from '../../server/testing/seed-failed-job.ts';
import { canRunEnvironment, startTestServer, type TestEnvironment } from '../../server/testing/start-server.ts';
import { findCommand } from '../commands/commands.ts';
import type { LocalCommand, LocalContext } from '../commands/define-command.ts';
import { runHere } from '../commands/run-here.ts';
import { addSampleContent } from '../sample.ts';
import { exportToFolder } from './export-to-folder.ts';
import { importFromFolder } from './import-from-folder.ts';

const passphrase = 'blue kettle on sunday';
/** Milliseconds for tests that start programs or move many files, which take long on a busy machine. */
const timeout = 240_000;
/** Letters outside of ASCII, an emoji of two code units, and a line separator that JSON leaves as it is. */
const wideText = 'Ọ̀yọ́ 🦁 ƊANSHIKI\u2028“x” \\ "y" \t end';

interface ContextOptions {
	passphrase?: string;
	signal?: AbortSignal;
	onProgress?: (line: string) => void;
}

function makeContext({ env }: Pick<TestEnvironment, 'env'>, options: ContextOptions = {}): LocalContext {
	return {
		config: readConfig({ ...env, LOG_LEVEL: 'silent' }),
		signal: options.signal ?? new AbortController().signal,
		showProgress: options.onProgress ?? (() => {}),
		readPassphrase: async () => options.passphrase ?? '',
	};
}

/** Returns a path that does not exist yet. */
async function makePath(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-moving-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return join(folder, 'new');
}

interface Manifest {
	engine: string;
	tables: { name: string; rows: number; sha256: string; columns: string[]; last_id: number | null }[];
	[name: string]: unknown;
}

const readManifest = async (folder: string): Promise<Manifest> =>
	JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

/** Returns all of an export that does not depend on its time and engine: counts and hashes of rows, jobs and files. */
async function readContent(folder: string) {
	const { made_at: _, engine: __, ...content } = await readManifest(folder);
	return content;
}

async function listEntries(folder: string): Promise<string[]> {
	return (await readdir(folder, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

/** Creates an environment without a database: SQLite and disk, or PostgreSQL and S3. */
async function makeEmptyEnvironment(engine: 'sqlite' | 'postgres'): Promise<TestEnvironment> {
	const dataDir = await makePath();
	const env: Record<string, string> = { DATA_DIR: dataDir };
	if (engine === 'postgres') {
		const [database, bucket] = [await makeEmptyPostgres(), await makeTestBucket()];
		onTestFinished(database.remove);
		Object.assign(env, {
			DATABASE_URL: database.postgresUrl,
			S3_ENDPOINT: bucket.endpoint,
			S3_REGION: bucket.region,
			S3_BUCKET: bucket.bucket,
			S3_ACCESS_KEY_ID: bucket.accessKeyId,
			S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
			S3_FORCE_PATH_STYLE: 'on',
		});
	}
	return { engine, dataDir, env, remove: async () => {} };
}

const targets = (['sqlite', 'postgres'] as const).filter(
	(engine) => engine === 'sqlite' || canRunEnvironment({ engine, files: 's3' }),
);

/** Market whose server runs, and an export that was made meanwhile. */
interface Source {
	environment: TestEnvironment;
	exported: string;
	seller: TestPerson;
	/** Number of the last ad, which is deleted. */
	lastAdId: number;
	picture: { path: string; bytes: Uint8Array };
	/** Keys of files that were removed before the export. */
	removed: string[];
	remove(): Promise<void>;
}

/** Number of the files of the sample content that move. All would take most of the time of the tests. */
const keptFiles = 60;

async function makeSource({ withSample }: { withSample: boolean }): Promise<Source> {
	const server = await startTestServer({ engine: 'sqlite', runJobs: false });
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-moving-'));
	if (withSample) await addSampleContent(server);
	const keys: string[] = [];
	for await (const { key } of server.files.list('')) keys.push(key);
	const removed = keys.sort().slice(keptFiles);
	for (const key of removed) await server.files.remove(key);
	const seller = await signUp(server, 'moving_seller');
	const ad = await postPictureAd(seller, { title: 'Wide lamp 🦁', description: wideText });
	const url = new URL(ad.gallery[0]?.sizes[0]?.url ?? '', server.address);
	const picture = { path: url.pathname, bytes: await (await fetch(url)).bytes() };
	const { id: talkId } = await seller.client.createPost({ body: { kind: 'talk', text: wideText } });
	// Earlier versions stored line separators as they were typed.
	await sql`update posts set text = ${wideText} where id = ${talkId}`.execute(server.db.kysely);
	const { id: lastAdId } = await postPictureAd(seller, { title: 'Deleted lamp' });
	await seller.client.deleteAd({ params: { id: String(lastAdId) } });
	const admin = await signUpAdministrator(server);
	await admin.client.updateMarketSettings({ body: { version: 0, tagline: wideText.replaceAll(/[\t\u2028]/g, ' ') } });
	await seedFailedJob(server, { name: 'mail.send', data: { z: 1, a: { y: 'ọ', b: [2] } }, error: 'No mail server' });
	await sql`update jobs set run_at = run_at + 86400000, failures = 3, group_key = 'account:7', turn = 2`.execute(
		server.db.kysely,
	);
	const exported = join(folder, 'export');
	await exportToFolder(makeContext(server.environment), { folder: exported, encrypt: false });
	return {
		environment: server.environment,
		exported,
		seller,
		lastAdId,
		picture,
		removed,
		async remove() {
			await server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Market with a few rows, for tests that need no more. */
let small: Source;
let source: TestEnvironment;
let exported: string;
/** Market with the sample content. */
let sample: Source;

beforeAll(async () => {
	small = await makeSource({ withSample: false });
	({ environment: source, exported } = small);
	sample = await makeSource({ withSample: true });
});
afterAll(async () => {
	await small?.remove();
	await sample?.remove();
});

/** Starts a server on moved data, and proves that it serves what the first one served. */
async function expectSameMarket({ seller, lastAdId, picture }: Source, environment: TestEnvironment): Promise<void> {
	const server = await startTestServer({ environment, runJobs: false });
	try {
		const client = createApiClient(server);
		const session = await client.logIn({ body: { email: seller.session.email, password: goodPassword } });
		expect(session.user_name).toBe('moving_seller');
		expect((await createApiClient(server, seller.session.token).getMe()).user_name).toBe('moving_seller');
		const served = await (await fetch(server.address + picture.path)).bytes();
		expect(Buffer.from(served).equals(picture.bytes)).toBe(true);
		const found = await client.search({ query: { q: 'wide lamp' } });
		expect(JSON.stringify(found)).toContain('Wide lamp 🦁');
		const mine = createApiClient(server, session.token);
		const ad = await postPictureAd({ ...seller, client: mine });
		// The number of the deleted ad is not given again.
		expect(ad.id).toBe(lastAdId + 1);
	} finally {
		await server.close();
	}
}

test('an export has each table, mode 0700 and 0600, and JSON Lines with the columns of the schema', async () => {
	const { tables } = await readManifest(exported);
	expect((await stat(exported)).mode & 0o777).toBe(0o700);
	const entries = await listEntries(exported);
	for (const path of entries) expect((await stat(path)).mode & 0o777, path).toBe(0o600);
	for (const { name, rows, columns } of tables) {
		const lines = (await readFile(join(exported, 'tables', `${name}.jsonl`), 'utf8')).split('\n');
		expect(lines.pop()).toBe('');
		expect(lines).toHaveLength(rows);
		for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(columns);
	}
	const names = tables.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(['accounts', 'ads', 'media', 'secrets', 'audit_log']));
	expect(names.filter((name) => /^search_|^jobs$|kysely/.test(name))).toEqual([]);
	expect(tables.find(({ name }) => name === 'ads')?.last_id).toBe(small.lastAdId);
	const posts = await readFile(join(exported, 'tables', 'posts.jsonl'), 'utf8');
	expect(posts).toContain(JSON.stringify(wideText));
	const [failed] = await readLines(join(exported, 'jobs', 'failed.jsonl'));
	const data = { a: { b: [2], y: 'ọ' }, z: 1 };
	expect(failed).toMatchObject({ name: 'mail.send', data, attempts: 10, error: 'No mail server' });
	const waiting = await readLines(join(exported, 'jobs', 'waiting.jsonl'));
	expect(waiting).toContainEqual(expect.objectContaining({ failures: 3, group: 'account:7', turn: 2 }));
});

if (canRunEnvironment({ engine: 'postgres', files: 's3' })) {
	test('both engines have the same tables and columns, of integers and text only', async () => {
		const lists = await Promise.all(
			(['sqlite', 'postgres'] as const).map(async (engine) => {
				const db = await openTestDatabase(engine);
				return listMovedTables(db, searchTables).finally(() => db.close());
			}),
		);
		const sort = (names: readonly string[]) => [...new Set(names)].sort();
		const [sqlite, postgres] = lists.map((tables) =>
			tables.map((table) => ({ ...table, references: sort(table.references) })),
		);
		expect(postgres).toEqual(sqlite);
		expect(sqlite?.length).toBeGreaterThan(60);
	});

	test(
		'a market that moves to PostgreSQL and S3 and back keeps every row, job and file',
		async () => {
			const original = await readContent(sample.exported);
			const large = await makeEmptyEnvironment('postgres');
			const result = await importFromFolder(makeContext(large), { folder: sample.exported });
			expect(result.files).toBeGreaterThanOrEqual(keptFiles);
			// The export and the import name the same missing files.
			expect(result.missing).toEqual(original.missing);
			expect(sample.removed).toEqual(expect.arrayContaining(result.missing));
			expect(result.missing.length).toBeGreaterThan(100);
			const middle = await makePath();
			await exportToFolder(makeContext(large), { folder: middle, encrypt: false });
			const back = await makeEmptyEnvironment('sqlite');
			await importFromFolder(makeContext(back), { folder: middle });
			const last = await makePath();
			await exportToFolder(makeContext(back), { folder: last, encrypt: false });
			expect(await readContent(last)).toEqual(original);
			await expectSameMarket(sample, large);
		},
		timeout,
	);
}

test('migrations insert rows only into the tables that an import replaces', async () => {
	const db = await openTestDatabase('sqlite');
	onTestFinished(() => db.close());
	expect(await listUsedTables(db, await listMovedTables(db, searchTables))).toEqual(seededTables);
});

test('an import rejects an export of another version, and writes no row', async () => {
	const folder = await copyExport();
	const manifest = await readManifest(folder);
	const target = await makeEmptyEnvironment('sqlite');
	const importNow = () => importFromFolder(makeContext(target), { folder });
	const write = (change: object) =>
		writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
	await write({ migrations: [...(manifest.migrations as string[]), '9999-later'] });
	await expect(importNow()).rejects.toThrow('its last migration is 9999-later');
	await write({ format: 2 });
	await expect(importNow()).rejects.toThrow('newer version of the program');
	await write({ tables: manifest.tables.slice(1) });
	await expect(importNow()).rejects.toThrow(/^This export has other tables or columns$/);
	await rm(join(folder, 'manifest.json'));
	await expect(importNow()).rejects.toThrow('no complete export');
	await expectNotBegun(target);
});

test('an import rejects a changed or missing file and row before it writes anything', async () => {
	const folder = await copyExport();
	const target = await makeEmptyEnvironment('sqlite');
	const importNow = () => importFromFolder(makeContext(target), { folder });
	for (const entry of ['tables/ads.jsonl', 'files.jsonl', (await listFileEntries(folder))[0] ?? '']) {
		const path = join(folder, entry);
		const bytes = await readFile(path);
		const middle = Math.floor(bytes.length / 2);
		await writeFile(path, bytes.with(middle, (bytes[middle] ?? 0) ^ 1));
		await expect(importNow(), entry).rejects.toThrow(/The export is damaged/);
		await rm(path);
		await expect(importNow(), entry).rejects.toThrow(`${entry} is missing`);
		await writeFile(path, bytes);
	}
	expect(existsSync(join(target.dataDir, 'kasuwa.sqlite'))).toBe(false);
});

test('an import rejects keys that lead out of the file store, although their hashes match', async () => {
	const folder = await copyExport();
	const target = await makeEmptyEnvironment('sqlite');
	const manifest = await readManifest(folder);
	const outside = { key: '../../outside', bytes: 0, sha256: hash('') };
	const list = `${JSON.stringify(outside)}\n`;
	await writeFile(join(folder, 'files.jsonl'), list);
	const files = { list: { rows: 1, bytes: list.length, sha256: hash(list) }, bytes: 0 };
	await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }));
	await expect(importFromFolder(makeContext(target), { folder })).rejects.toThrow(
		'files.jsonl is not what was written',
	);
	expect(existsSync(join(target.dataDir, 'kasuwa.sqlite'))).toBe(false);
});

test('an import rejects a file store that was filled while it checked the export', async () => {
	const target = await makeEmptyEnvironment('sqlite');
	const onProgress = (line: string) => {
		if (!line.startsWith('Checking')) return;
		mkdirSync(join(target.dataDir, 'files'), { recursive: true });
		writeFileSync(join(target.dataDir, 'files', 'other.webp'), '');
	};
	const imported = importFromFolder(makeContext(target, { onProgress }), { folder: exported });
	await expect(imported).rejects.toThrow('The file store is not empty (other.webp)');
	await expectNotBegun(target);
});

test.each(targets)('an import into %s continues after each stop, and never into a market with rows', async (engine) => {
	const target = await makeEmptyEnvironment(engine);
	const importUntil = (step: string) => {
		const stop = new AbortController();
		const onProgress = (line: string) => line.startsWith(step) && stop.abort(new Error('It was stopped'));
		return importFromFolder(makeContext(target, { signal: stop.signal, onProgress }), { folder: exported });
	};
	await expect(importUntil('Rows: ')).rejects.toThrow('It was stopped');
	await expect(startTestServer({ environment: target })).rejects.toThrow('the market is incomplete');
	const exportTarget = async () => {
		const folder = await makePath();
		await exportToFolder(makeContext(target), { folder, encrypt: false });
		return readContent(folder);
	};
	await expect(exportTarget()).rejects.toThrow('the market is incomplete');
	const other = await copyExport();
	await writeFile(join(other, 'manifest.json'), JSON.stringify(await readManifest(other)));
	await expect(importFromFolder(makeContext(target), { folder: other })).rejects.toThrow('another export has begun');

	for (const step of engine === 'sqlite' ? ['Comparing', 'Files: ', 'Building the search'] : ['Files: '])
		await expect(importUntil(step), step).rejects.toThrow('It was stopped');
	await importFromFolder(makeContext(target), { folder: exported });
	const before = await exportTarget();
	expect(before).toEqual(await readContent(exported));
	await expect(importFromFolder(makeContext(target), { folder: exported })).rejects.toThrow(
		'The database is not empty',
	);
	expect(await exportTarget()).toEqual(before);
	const server = await startTestServer({ environment: target, runJobs: false });
	await server.close();
});

test.each(['Rows: ', 'Files: '])('an export that is aborted at "%s" leaves nothing', async (step) => {
	const folder = await makePath();
	const stop = new AbortController();
	const onProgress = (line: string) => line.startsWith(step) && stop.abort(new Error('It was stopped'));
	const stopped = exportToFolder(makeContext(source, { signal: stop.signal, onProgress }), { folder, encrypt: false });
	await expect(stopped).rejects.toThrow('It was stopped');
	await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('an export needs an empty folder outside of the market', async () => {
	const folder = await copyExport();
	const exportNow = (to: string) => exportToFolder(makeContext(source), { folder: to, encrypt: false });
	await expect(exportNow(folder)).rejects.toThrow('is not empty');
	await expect(exportNow(join(source.dataDir, 'export'))).rejects.toThrow('must not be in DATA_DIR');
	expect(await readContent(folder)).toEqual(await readContent(exported));
	const empty = await makeEmptyEnvironment('sqlite');
	await expect(exportToFolder(makeContext(empty), { folder: await makePath(), encrypt: false })).rejects.toThrow(
		'There is no market',
	);
});

test('of two exports into one folder at once, one is made', async () => {
	const folder = await makePath();
	const exportNow = () => exportToFolder(makeContext(source), { folder, encrypt: false });
	const results = await Promise.allSettled([exportNow(), exportNow()]);
	expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	expect(await readContent(folder)).toEqual(await readContent(exported));
});

test('a new passphrase is needed, long and one line', async () => {
	const command = findCommand('market export') as LocalCommand;
	const folder = await makePath();
	const exportWith = (EXPORT_PASSPHRASE: string) => {
		const env = { ...source.env, EXPORT_PASSPHRASE };
		return runHere(command, { folder, encrypt: true }, { env, isQuiet: true });
	};
	await expect(exportWith('')).rejects.toThrow('Set EXPORT_PASSPHRASE');
	await expect(exportWith('short')).rejects.toThrow('The passphrase needs at least 12 characters');
	await expect(exportWith(`${passphrase}\n`)).rejects.toThrow('The passphrase must be one line');
	await expect(stat(folder)).rejects.toThrow('ENOENT');
});

/** Starts the command line. */
function startCommand(env: Record<string, string>, ...args: string[]) {
	const child = spawn(join(import.meta.dirname, '..', 'kasuwa'), args, {
		env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const exit = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
		([out, errors, [code]]) => ({ code: code as number | null, out, errors }),
	);
	return { child, exit };
}

test(
	'an encrypted export shows no row, and opens only with its passphrase',
	async () => {
		const [folder, target] = [await makePath(), await makeEmptyEnvironment('sqlite')];
		const env = { ...source.env, EXPORT_PASSPHRASE: passphrase };
		const command = findCommand('market export') as LocalCommand;
		const made = await runHere(command, { folder, encrypt: true }, { env, isQuiet: true });
		expect(made).toMatchObject({ encrypted: true, folder });
		for (const path of await listEntries(folder)) {
			expect(path).toMatch(/\.age$/);
			expect((await readFile(path)).toString('latin1').slice(0, 21)).toBe('age-encryption.org/v1');
		}
		const importWith = (words: string) => importFromFolder(makeContext(target, { passphrase: words }), { folder });
		await expect(importWith('another kettle')).rejects.toThrow('The passphrase is wrong');
		await expect(stat(target.dataDir)).rejects.toThrow('ENOENT');
		const path = join(folder, 'tables', 'ads.jsonl.age');
		const bytes = await readFile(path);
		const middle = Math.floor(bytes.length / 2);
		await writeFile(path, bytes.with(middle, (bytes[middle] ?? 0) ^ 1));
		await expect(importWith(passphrase)).rejects.toThrow('tables/ads.jsonl is not what was written');
		await writeFile(path, bytes);
		expect(made).toMatchObject(await importWith(passphrase));
	},
	timeout,
);

test(
	'an import that is killed continues',
	async () => {
		const target = await makeEmptyEnvironment('sqlite');
		const start = () => startCommand(target.env, 'market', 'import', sample.exported, '--json');
		const killed = start();
		// The first stored file shows that the rows are there.
		await expect.poll(() => existsSync(join(target.dataDir, 'files', 'media')), { interval: 1, timeout }).toBe(true);
		killed.child.kill('SIGKILL');
		await killed.exit;
		await expect(startTestServer({ environment: target })).rejects.toThrow('the market is incomplete');
		const { code, out, errors } = await start().exit;
		// The sample has missing files.
		expect({ code, errors }).toEqual({ code: 3, errors: '' });
		const { missing } = await readManifest(sample.exported);
		expect(JSON.parse(out)).toMatchObject({ missing });
		const folder = await makePath();
		await exportToFolder(makeContext(target), { folder, encrypt: false });
		expect(await readContent(folder)).toEqual(await readContent(sample.exported));
	},
	timeout,
);

/** Proves that an import has marked nothing in a database. */
async function expectNotBegun({ env }: TestEnvironment): Promise<void> {
	const location = getDatabaseLocation(readConfig(env));
	if (!existsSync(location.file)) return;
	const db = openDatabase(location);
	expect(await readUnfinishedImport(db).finally(() => db.close())).toBeNull();
}

const hash = (content: string) => createHash('sha256').update(content).digest('hex');

const readLines = async (path: string): Promise<object[]> =>
	(await readFile(path, 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));

async function copyExport(): Promise<string> {
	const folder = await makePath();
	await cp(exported, folder, { recursive: true });
	return folder;
}

async function listFileEntries(folder: string): Promise<string[]> {
	const files = (await readLines(join(folder, 'files.jsonl'))) as { key: string }[];
	return files.map(({ key }) => `files/${key}`);
}
