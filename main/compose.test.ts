// Runs the commands of compose.yaml as processes on this machine, because the tests have no Docker.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeTestBucket } from '../server/testing/bucket.ts';
import { makeEmptyPostgres } from '../server/testing/database.ts';
import { createApiClient, postPictureAd, postVideoAd, signUp, type TestPerson } from '../server/testing/people.ts';
import { findFreePort } from '../server/testing/private-servers.ts';
import { findProxyProgram } from '../server/testing/proxies.ts';
import { canRunEnvironment } from '../server/testing/start-server.ts';
import { compose, dockerfileText, interpolate } from './testing/containers.ts';

const root = join(import.meta.dirname, '..');
/** The commands of the image and of its health check. Their last line is in JSON. */
const [healthCommand = [], imageCommand = []] = [...dockerfileText.matchAll(/^\s*CMD (\[.*\])$/gm)].map(
	([, list = '[]']) => JSON.parse(list) as string[],
);

function findReasonToSkip(): string {
	if (!canRunEnvironment({ engine: 'postgres', files: 's3' })) return ' (skipped: without PostgreSQL or S3)';
	if (findProxyProgram('caddy') === null) return ' (skipped: caddy is not installed)';
	return existsSync(join(root, 'build', '.built')) ? '' : ' (skipped: the web app is not built)';
}

const missing = findReasonToSkip();

describe.skipIf(missing !== '')(`the services of compose.yaml as processes${missing}`, { timeout: 240_000 }, () => {
	let folder: string;
	let port: number;
	let site: { address: string };
	let variables: Record<string, string>;
	let removeDatabase = async () => {};
	let seller: TestPerson;
	const running: ChildProcess[] = [];
	/** For conditions that hold only after processes have started, which takes long on a busy machine. Some checks start a process. */
	const starting = { timeout: 90_000, interval: 200 };

	const { PATH, NODE_COMPILE_CACHE } = process.env;
	const splitCommand = (name: string) =>
		[compose.services[name]?.command ?? []].flat().join(' ').split(' ').filter(Boolean);

	/** Starts a service with its command and its environment of compose.yaml. Returns its process and what it has printed. */
	function start(name: string, changes: Record<string, string> = {}, command = splitCommand(name)) {
		const environment = Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
			key,
			interpolate(String(value), variables),
		]);
		const [program = '', ...args] = command.length > 0 ? command : imageCommand;
		const child = spawn(program === 'node' ? process.execPath : program, args, {
			cwd: root,
			env: { PATH, NODE_COMPILE_CACHE, ...Object.fromEntries(environment), ...endpoints, ...changes },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		running.push(child);
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				output += text;
			});
		return { child, output: () => output };
	}

	/** Addresses that differ from those in the network of the containers. */
	let endpoints: Record<string, string>;

	async function runOnce(name: string, changes: Record<string, string> = {}, command?: string[]) {
		const { child, output } = start(name, { DATA_DIR: join(folder, name), ...changes }, command);
		const [code] = await once(child, 'close');
		return { code: code as number, output: output() };
	}

	const dataOf = (name: string) => ({ DATA_DIR: join(folder, name) });
	/** Like the web containers, both have the same port, addresses of their own, and one volume for unfinished uploads. */
	const startWeb = (host: string) => start('web', { ...dataOf('web'), HOST: host, PORT: String(port) });

	const checkHealth = async (healthPort: number) => (await runHealthCommand(healthPort)).code;
	const runHealthCommand = (healthPort: number) => runOnce('web', { PORT: String(healthPort) }, healthCommand);

	/** Ends a process and returns its exit code, or null if a signal ended it. */
	async function stop({ child }: { child: ChildProcess }, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
		if (child.exitCode === null && child.signalCode === null) {
			const exit = once(child, 'exit');
			child.kill(signal);
			await exit;
		}
		return child.exitCode;
	}

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-compose-'));
		const database = await makeEmptyPostgres();
		removeDatabase = database.remove;
		// Only the account is used. The service `bucket` creates a bucket of its own.
		const account = await makeTestBucket();
		port = await findFreePort();
		const proxyPort = await findFreePort();
		site = { address: `http://127.0.0.1:${proxyPort}` };
		variables = {
			PUBLIC_URL: site.address,
			POSTGRES_PASSWORD: 'unused',
			S3_SECRET_ACCESS_KEY: account.secretAccessKey,
			ADMIN_EMAIL: 'boss@market.example',
			ADMIN_PASSWORD: 'a password of this test',
			BACKUP_TO: join(folder, 'backups'),
			LOG_LEVEL: 'warn',
		};
		endpoints = {
			DATABASE_URL: database.postgresUrl ?? '',
			S3_ENDPOINT: account.endpoint,
			S3_ACCESS_KEY_ID: account.accessKeyId,
			S3_BUCKET: `compose-${proxyPort}`,
		};
		await mkdir(join(folder, 'backups'));
	});

	afterAll(async () => {
		await Promise.all(running.map((child) => stop({ child }, 'SIGKILL')));
		await removeDatabase();
		await rm(folder, { recursive: true, force: true });
	});

	test('bucket and migrate prepare an empty installation, and do nothing the second time', async () => {
		for (const _ of ['first', 'second'])
			expect(await runOnce('bucket')).toEqual({
				code: 0,
				output: expect.stringContaining(`The bucket ${endpoints.S3_BUCKET} exists`),
			});
		expect(await runOnce('migrate')).toEqual({ code: 0, output: expect.stringContaining('Ran 0001') });
		expect(await runOnce('migrate')).toEqual({ code: 0, output: expect.stringContaining('Nothing to do') });
	});

	test('bucket says why it fails', async () => {
		const { code, output } = await runOnce('bucket', { S3_SECRET_ACCESS_KEY: 'wrong' });
		expect(code).toBe(1);
		expect(output).toMatch(/^The bucket was not created\. /);
	});

	let first: ReturnType<typeof start>;
	let second: ReturnType<typeof start>;

	test('two web processes become healthy by the health check of the image', async () => {
		expect(await checkHealth(port)).toBe(1);
		first = startWeb('127.0.0.1');
		second = startWeb('127.0.0.2');
		for (const { output } of [first, second]) await expect.poll(output, starting).toContain(' is running at ');
		await expect.poll(() => checkHealth(port), starting).toBe(0);
	});

	test('the health check fails without the bucket', async () => {
		const otherPort = String(await findFreePort());
		const other = start('web', { ...dataOf('other'), HOST: '127.0.0.1', PORT: otherPort, S3_BUCKET: 'missing' });
		await expect.poll(other.output, starting).toContain(' is running at ');
		expect(await checkHealth(Number(otherPort))).toBe(1);
		await stop(other);
	});

	test('the proxy serves pages and the API with the Caddyfile', async () => {
		await startProxy();
		await expect.poll(async () => (await fetch(site.address).catch(() => null))?.status, starting).toBe(200);
		expect(await (await fetch(site.address)).text()).toContain('<title>Kasuwa');
		seller = await signUp(site);
	});

	/** Runs Caddy with a hosts file of its own, in which `web` has two addresses, as in the network of the containers. */
	async function startProxy() {
		const [hosts, caddyfile] = [join(folder, 'hosts'), join(folder, 'Caddyfile')];
		await writeFile(hosts, '127.0.0.1 localhost web\n127.0.0.2 web\n');
		await chmod(hosts, 0o644);
		const content = await readFile(join(root, compose.configs.caddyfile?.file ?? ''), 'utf8');
		// The administration port of Caddy may be in use on this machine.
		await writeFile(caddyfile, `{\nadmin off\n}\n${content.replace('a web 3000', `a web ${port}`)}`);
		const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
		const script = 'mount --bind "$1" /etc/hosts && exec "$2" run --adapter caddyfile --config "$3"';
		const caddy = findProxyProgram('caddy') ?? '';
		const command = ['unshare', '--mount', ...asRoot, '--', 'sh', '-c', script, 'sh', hosts, caddy, caddyfile];
		return start('proxy', { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }, command);
	}

	let workers: ReturnType<typeof start>[];

	test('a worker processes what the web processes received', async () => {
		workers = ['worker-1', 'worker-2'].map((name) => start('worker', { ...dataOf(name), LOG_LEVEL: 'info' }));
		for (const { output } of workers) await expect.poll(output, starting).toContain('worker started');
		const picture = (await postPictureAd(seller)).cover?.url ?? '';
		expect((await fetch(site.address + new URL(picture, site.address).pathname)).status).toBe(200);
		const id = String(await postVideoAd(seller));
		const params = { id, description: 'x' };
		await expect
			.poll(
				async () => (await createApiClient(site).getVideoAd({ params })).normalads.video?.renditions?.length ?? 0,
				starting,
			)
			.toBeGreaterThan(0);
	});

	test('a web process stops and starts again while no request fails', async () => {
		const statuses: number[] = [];
		let isDone = false;
		onTestFinished(() => {
			isDone = true;
		});
		const load = Array.from({ length: 2 }, async () => {
			while (!isDone) {
				const response = await fetch(`${site.address}/api/feed`);
				await response.arrayBuffer();
				statuses.push(response.status);
				await setTimeout(10);
			}
		});
		await expect.poll(() => statuses.length).toBeGreaterThan(20);
		expect(await stop(second)).toBe(0);
		const atStop = statuses.length;
		await expect.poll(() => statuses.length).toBeGreaterThan(atStop + 30);
		second = startWeb('127.0.0.2');
		await expect.poll(second.output, starting).toContain(' is running at ');
		isDone = true;
		await Promise.all(load);
		expect(statuses.filter((status) => status !== 200)).toEqual([]);
	});

	test('backup makes a verified backup', async () => {
		// A worker may make its first daily backup at this moment.
		for (const worker of workers) expect(await stop(worker), worker.output()).toBe(0);
		const { code, output } = await runOnce('backup');
		expect([code, output]).toEqual([0, expect.stringContaining('Verified the database: it was restored')]);
		expect(await readdir(join(folder, 'backups'))).toContain('files');
	});
});
