import { mkdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../contract/core/client.ts';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import type { Engine } from '../server/database/index.ts';
import { describeOnBothEngines } from '../server/testing/database.ts';
import { goodPassword } from '../server/testing/people.ts';
import { findFreePort } from '../server/testing/private-servers.ts';
import { createProxyClient, findProxyProgram, startProxy, type TestProxy } from '../server/testing/proxies.ts';
import { makeTestEnvironment } from '../server/testing/start-server.ts';
import { getRoundCount } from './support/run-length.ts';

const reason = findProxyProgram('nginx') === null ? ' (skipped: nginx is not installed)' : '';
const visitors = getRoundCount({ short: 4, long: 8 });
/** Milliseconds between two calls of a visitor. Eight visitors make about 100 calls a second in a long run. */
const pause = getRoundCount({ short: 80, long: 40 });

/** Creates an environment for server processes behind one proxy. TRUST_PROXY has the value that the manual gives. */
async function makeProxiedEnvironment(engine: Engine) {
	const environment = await makeTestEnvironment({ engine });
	onTestFinished(() => environment.remove());
	const { DATA_DIR: dataDir = '', ...env } = environment.env;
	await mkdir(dataDir, { recursive: true });
	return { dataDir, env: { ...env, TRUST_PROXY: '1', SAMPLE_CONTENT: 'off' } };
}

async function startNginx(ports: readonly number[]): Promise<TestProxy> {
	const proxy = await startProxy('nginx', ports);
	onTestFinished(() => proxy.stop());
	return proxy;
}

/** Starts visitors that read and write through the proxy until they are stopped. Each visitor uses one keep-alive connection. */
async function visit(proxy: TestProxy) {
	const result = { read: 0, written: 0, failures: [] as string[], slowest: 0 };
	let isOver = false;

	async function run(number: number) {
		const visitor = createProxyClient(proxy, `127.0.0.${number + 1}`);
		const client = createClient(async ({ method, path, headers, body }) => {
			const start = performance.now();
			try {
				const { status, text } = await visitor.call({ method, path, headers, ...(body !== undefined && { body }) });
				if (status >= 500) result.failures.push(`${method} ${path}: ${status} ${text.slice(0, 80)}`);
				else if (method === 'GET') result.read += 1;
				else result.written += 1;
				return { status, text };
			} catch (error) {
				result.failures.push(`${method} ${path}: ${error}`);
				throw error;
			} finally {
				result.slowest = Math.max(result.slowest, performance.now() - start);
			}
		});
		const name = `visitor_${number}`;
		const account = { email: `${name}@example.com`, password: goodPassword };
		const { token } = await client.signUp({ body: { user_name: name, ...account } });
		const own = { token };
		const post = await client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } }, own);
		const target = { target: 'posts', id: String(post.id) } as const;
		const calls = [
			() => client.getFeed({ query: {} }),
			() => client.createComment({ params: target, body: { text: 'Still there?' } }, own),
			() => client.like({ params: target }, own),
			() => client.getMe({}, own),
			() => client.unlike({ params: target }, own),
			() => client.updateMe({ body: { bio: 'Lamps' } }, own),
			() => client.logIn({ body: account }),
		];
		const ended = (async () => {
			for (let count = number; !isOver; count += 1) {
				// Ignores errors: server errors and lost connections are already recorded, and a rate-limited call is no failure.
				await calls[count % calls.length]?.().catch(() => {});
				await setTimeout(pause);
			}
			visitor.close();
		})();
		return { ended };
	}

	const running = await Promise.all(Array.from({ length: visitors }, (_, index) => run(index + 1)));
	return {
		result,
		async waitForResponses(count: number) {
			const before = result.read + result.written;
			while (result.read + result.written < before + count) await setTimeout(20);
		},
		async stop() {
			isOver = true;
			await Promise.all(running.map(({ ended }) => ended));
			return result;
		},
	};
}

async function restartTwoInTurn() {
	const { dataDir, env } = await makeProxiedEnvironment('postgres');
	const ports = [await findFreePort(), await findFreePort()];
	const start = (port: number) => runServer('endurance/support/api.ts', dataDir, { ...env, PORT: String(port) });
	const servers: RunningServer[] = await Promise.all(ports.map(start));
	onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
	const load = await visit(await startNginx(ports));
	const restarts = getRoundCount({ short: 1, long: 20 });
	for (let round = 0; round < restarts; round += 1) {
		const index = round % 2;
		await servers[index]?.stop();
		servers[index] = await start(ports[index] as number);
		await load.waitForResponses(50);
	}
	const { failures, ...counts } = await load.stop();
	console.log(`PostgreSQL: ${restarts} restarts, ${JSON.stringify(counts)}`);
	expect(failures).toEqual([]);
	expect(counts.written).toBeGreaterThan(restarts * 10);
}

/** Kills a process that is not a child of this one, and waits until the process has exited. */
async function killAndWait(id: number): Promise<void> {
	try {
		process.kill(id, 'SIGKILL');
		for (;;) {
			process.kill(id, 0);
			await setTimeout(20);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

async function restartOnHeldSocket() {
	const { dataDir, env } = await makeProxiedEnvironment('sqlite');
	const port = await findFreePort();
	const holder = await runServer('endurance/support/socket-holder.ts', dataDir, { ...env, PORT: String(port) });
	const processes = () => [...holder.output().matchAll(/^process (\d+)$/gm)].map(([, id]) => Number(id));
	const addresses = () => [...holder.output().matchAll(/ is running at http:\S+$/gm)].length;
	onTestFinished(async () => {
		await holder.kill();
		const last = processes().at(-1);
		if (last) await killAndWait(last);
	});
	const load = await visit(await startNginx([port]));
	const restarts = getRoundCount({ short: 1, long: 20 });
	for (let round = 1; round <= restarts; round += 1) {
		process.kill(processes().at(-1) as number, 'SIGTERM');
		while (addresses() <= round) await setTimeout(20);
		await load.waitForResponses(50);
	}
	const { failures, ...counts } = await load.stop();
	console.log(`SQLite: ${restarts} restarts, ${JSON.stringify(counts)}`);
	expect(failures).toEqual([]);
	expect(counts.written).toBeGreaterThan(restarts * 10);
}

async function restartAlone() {
	const { dataDir, env } = await makeProxiedEnvironment('sqlite');
	const port = await findFreePort();
	const start = () => runServer('endurance/support/api.ts', dataDir, { ...env, PORT: String(port) });
	let server = await start();
	onTestFinished(() => server.stop());
	const proxy = await startNginx([port]);
	const load = await visit(proxy);
	const restarts = 20;
	for (let round = 0; round < restarts; round += 1) {
		await server.stop();
		server = await start();
		await load.waitForResponses(50);
	}
	const { failures, ...counts } = await load.stop();
	console.log(`SQLite alone: ${restarts} restarts, ${failures.length} rejected, ${JSON.stringify(counts)}`);
	const broken = proxy.log().match(/^.*(?:reset by peer|prematurely closed).*while (?:sending|reading).*$/gm);
	expect(broken).toBeNull();
	expect(failures.filter((failure) => !failure.includes('502'))).toEqual([]);
}

describeOnBothEngines('behind nginx', (engine) => {
	const timeout = getRoundCount({ short: 120_000, long: 3_600_000 });
	if (engine === 'postgres') {
		test.skipIf(reason !== '')(
			`loses no request while two processes are restarted in turn${reason}`,
			restartTwoInTurn,
			timeout,
		);
	} else {
		test.skipIf(reason !== '')(
			`loses no request while the only process is restarted on a socket that outlives it${reason}`,
			restartOnHeldSocket,
			timeout,
		);
		// The short run skips this test, because connections fail for as long as the server takes to start.
		if (getRoundCount({ short: 0, long: 1 }) > 0) {
			test.skipIf(reason !== '')(
				`loses only unaccepted connections while the only process is restarted without such a socket${reason}`,
				restartAlone,
				timeout,
			);
		}
	}
});
