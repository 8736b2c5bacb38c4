import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import { lockFolder } from '../server/database/index.ts';
import { makeTestDatabase } from '../server/testing/database.ts';
import { createApiClient, goodPassword, signUp } from '../server/testing/people.ts';
import { canRunEnvironment, makeTestEnvironment, startTestServer } from '../server/testing/start-server.ts';
import { callServer, listSockets } from './commands/call-server.ts';

interface Exit {
	code: number;
	out: string;
	errors: string;
}

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs the command line as an operator does, from another folder. */
async function run(env: Record<string, string>, ...args: string[]): Promise<Exit> {
	const child = spawn(join(import.meta.dirname, 'kasuwa'), args, {
		cwd: tmpdir(),
		env: { PATH, NODE_COMPILE_CACHE, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
	return { code, out, errors };
}

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-cli-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Leaves a socket in a folder on which nobody listens. */
async function leaveSocket(folder: string, name: string): Promise<void> {
	const server = createServer().listen(join(folder, 'a'));
	await once(server, 'listening');
	await rename(join(folder, 'a'), join(folder, name));
	server.close();
}

describe('with a running server', () => {
	let folder: string;
	let dataDir: string;
	let server: RunningServer;
	const cli = (...args: string[]) => run({ DATA_DIR: dataDir }, ...args);
	const json = async (...args: string[]) => {
		const { code, out } = await cli(...args, '--json');
		return { code, ...JSON.parse(out) };
	};

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-cli-'));
		// Longer than the path of a Unix socket may be.
		dataDir = join(folder, 'market'.repeat(20));
		await mkdir(dataDir, { mode: 0o755 });
		await makeTestDatabase('sqlite', join(dataDir, 'kasuwa.sqlite'));
		await leaveSocket(folder, 'commands-aaaaaa.sock');
		await rename(join(folder, 'commands-aaaaaa.sock'), join(dataDir, 'commands-aaaaaa.sock'));
		server = await runServer('endurance/support/api.ts', dataDir, {
			SAMPLE_CONTENT: 'off',
			SMTP_URL: 'smtp://user:hidden-password@127.0.0.1:1',
		});
	});
	afterAll(async () => {
		await server?.kill();
		await rm(folder, { recursive: true });
	});

	test('the server has one socket that only its user may open, and no other trace', async () => {
		const names = (await readdir(dataDir)).filter((name) => name.includes('commands'));
		expect(names).toEqual([expect.stringMatching(/^commands-\w{6}\.sock$/)]);
		expect(names).not.toContain('commands-aaaaaa.sock');
		const { mode } = await stat(join(dataDir, names[0] ?? ''));
		expect((mode & 0o777).toString(8)).toBe('600');
	});

	test('a command runs in the server, whose caches follow at once', async () => {
		const seller = await signUp(server, 'cli_seller');
		const profile = () => createApiClient(server).getUser({ params: { user_name: 'cli_seller' } });
		expect((await profile()).user_name).toBe('cli_seller');
		expect(await json('account', 'suspend', 'cli_seller', '--reason', 'Scam', '--days', '2', '--yes')).toMatchObject({
			code: 0,
			id: seller.session.id,
			user_name: 'cli_seller',
			until: expect.stringMatching(/Z$/),
		});
		await expect(profile()).rejects.toMatchObject({ status: 404 });
		await expect(seller.client.getMe()).rejects.toMatchObject({ status: 401 });
		expect(await cli('account', 'restore', 'cli_seller', '--reason=Fine')).toEqual({
			code: 0,
			out: '@cli_seller may log in again.\n',
			errors: '',
		});
	});

	test('errors are JSON on standard output with --json, and one line on standard error without', async () => {
		expect(await json('admin', 'promote', 'nobody_here', '--yes')).toEqual({
			code: 1,
			error: { code: 'not_found', message: "We couldn't find this user." },
		});
		const failed = await cli('admin', 'promote', 'nobody_here', '--yes');
		expect(failed).toEqual({ code: 1, out: '', errors: "We couldn't find this user.\n" });
		// A terminal would execute control characters, which error messages of other programs may contain.
		expect((await cli('market', '\u001b[31msell')).errors).toBe('Unknown command: market [31msell. See --help.\n');
	});

	test('wrong usage exits with 2 and changes nothing', async () => {
		const wrong: string[][] = [
			['jobs', 'list', '--nope'],
			['account', 'restore', 'cli_seller'],
			// Without a terminal nobody can confirm.
			['account', 'suspend', 'cli_seller', '--reason', 'y'],
		];
		const exits = await Promise.all(wrong.map((args) => json(...args)));
		for (const [index, exit] of exits.entries())
			expect(exit, wrong[index]?.join(' ')).toMatchObject({ code: 2, error: { code: 'invalid' } });
		expect((await createApiClient(server).getUser({ params: { user_name: 'cli_seller' } })).user_name).toBe(
			'cli_seller',
		);
	});

	test('the socket rejects an unknown command and a body that is no call', async () => {
		const call = (command: unknown) => callServer(dataDir, { command, input: {} } as never);
		expect(await call('market sell')).toMatchObject({ error: { code: 'invalid' } });
		expect(await call('__proto__')).toMatchObject({ error: { code: 'invalid' } });
		expect(await call(7)).toMatchObject({ error: { message: expect.any(String) } });
	});

	test('the settings are those of the server and contain no secret', async () => {
		const { code, out } = await cli('config', 'show', '--json');
		expect(code).toBe(0);
		expect(out).not.toContain('hidden-password');
		const { settings } = JSON.parse(out) as { settings: { name: string; value: string | null; source: string }[] };
		const find = (wanted: string) => settings.find(({ name }) => name === wanted);
		expect(find('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: 'smtp://127.0.0.1:1', source: 'environment' });
		expect(find('SAMPLE_CONTENT')).toEqual({ name: 'SAMPLE_CONTENT', value: 'off', source: 'environment' });
		expect(find('S3_REGION')).toEqual({ name: 'S3_REGION', value: 'us-east-1', source: 'default' });
		expect(find('METRICS_TOKEN')).toEqual({ name: 'METRICS_TOKEN', value: null, source: 'not set' });
	});

	test('files check exits with 3 if it finds something', async () => {
		expect(await json('files', 'check')).toMatchObject({ code: 0, missing: { count: 0 } });
		const stray = join(dataDir, 'files', 'media', 'stray', 'original');
		await mkdir(join(stray, '..'), { recursive: true });
		await writeFile(stray, 'x');
		await utimes(stray, 1, 1);
		expect(await json('files', 'check')).toMatchObject({ code: 3, unreferenced: { keys: ['media/stray/original'] } });
	});

	test('after the server has stopped, commands run on its files', async () => {
		await server.stop();
		expect(await listSockets(dataDir)).toEqual([]);
		const created = await json('admin', 'create', 'ada@market.example', 'ada');
		expect(created).toMatchObject({ code: 0, user_name: 'ada', password: expect.stringMatching(/^.{16}$/) });
		const environment = { engine: 'sqlite', dataDir, env: { DATA_DIR: dataDir }, remove: async () => {} } as const;
		const again = await startTestServer({ environment, runJobs: false });
		onTestFinished(again.close);
		const session = await createApiClient(again).adminLogIn({
			body: { email: 'ada@market.example', password: created.password },
		});
		expect(session).toMatchObject({ must_change_password: true, role: 'admin' });
	});

	test('a locked folder whose process takes no commands is left alone', async () => {
		const unlock = lockFolder(join(dataDir, 'server.lock'));
		onTestFinished(unlock);
		expect(await json('jobs', 'list')).toMatchObject({ code: 1, error: { code: 'unavailable' } });
	});
});

test.skipIf(!canRunEnvironment({ engine: 'postgres' }))(
	'a command runs in a worker, and the worker stops',
	async () => {
		const { env, dataDir, remove } = await makeTestEnvironment({ engine: 'postgres' });
		onTestFinished(remove);
		const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'main/worker.ts'], {
			cwd: join(import.meta.dirname, '..'),
			env: {
				PATH,
				NODE_COMPILE_CACHE,
				...env,
				TERMII_CHANNEL: 'generic',
				TERMII_API_KEY: 'hidden',
				TERMII_SENDER_ID: 'Market',
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		onTestFinished(() => void worker.kill('SIGKILL'));
		for await (const line of createInterface(worker.stdout)) if (line.includes('worker started')) break;
		const { code, out } = await run({ DATA_DIR: dataDir }, 'config', 'show');
		expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^TERMII_CHANNEL +generic$/m) });
		expect(out).not.toContain('hidden');
		worker.kill('SIGTERM');
		expect(await once(worker, 'exit')).toEqual([0, null]);
		expect(await listSockets(dataDir)).toEqual([]);
	},
);

test.skipIf(!canRunEnvironment({ engine: 'postgres' }))(
	'on PostgreSQL, commands run beside other processes',
	async () => {
		const environment = await makeTestEnvironment({ engine: 'postgres' });
		onTestFinished(environment.remove);
		const server = await startTestServer({ environment });
		onTestFinished(server.close);
		const seller = await signUp(server, 'shared_seller');
		// Another data directory has no socket, as on another machine.
		const env = { ...environment.env, DATA_DIR: await makeFolder() };
		const suspended = await run(env, 'account', 'suspend', 'shared_seller', '--reason', 'Scam', '--yes', '--json');
		expect(JSON.parse(suspended.out)).toMatchObject({ user_name: 'shared_seller' });
		await expect.poll(() => seller.client.getMe().catch((error: { status: number }) => error.status)).toBe(401);
		const logIn = createApiClient(server).logIn({ body: { email: seller.session.email, password: goodPassword } });
		await expect(logIn).rejects.toMatchObject({ status: 403 });
	},
);
