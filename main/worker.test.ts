import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../server/testing/private-servers.ts';
import { canRunEnvironment, makeTestEnvironment } from '../server/testing/start-server.ts';

/** Starts a program with a database. `output` collects what it prints. */
function start(program: string, dataDir: string, databaseUrl: string) {
	const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '..', program)];
	const env = { HOST: '127.0.0.1', PORT: '0', SAMPLE_CONTENT: 'off', DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
	const child = spawn(process.execPath, args, {
		env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const started = { child, output: '', exit: once(child, 'exit') };
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			started.output += part;
		});
	}
	return started;
}

describe.skipIf(!canRunEnvironment({ engine: 'postgres' }))('a process whose database does not respond', () => {
	test('waits, names the host and the cause, and stops on SIGTERM', async () => {
		const { dataDir, remove } = await makeTestEnvironment({ engine: 'sqlite' });
		onTestFinished(remove);
		const port = await findFreePort();
		const started = start('main/worker.ts', dataDir, `postgres://market:a-password@127.0.0.1:${port}/market`);
		await expect.poll(() => started.output).toContain('"msg":"waiting for the database"');
		expect(started.output).toContain(
			`The database does not respond: 127.0.0.1:${port} refuses connections (ECONNREFUSED)`,
		);
		expect(started.output).not.toContain('a-password');
		started.child.kill('SIGTERM');
		expect(await started.exit).toEqual([0, null]);
	});

	test.each([
		['a worker', 'main/worker.ts', 'worker started'],
		['a web process', 'endurance/support/api.ts', ' is running at '],
	])('%s starts once it responds', async (_, program, startedLine) => {
		const { dataDir, env, remove } = await makeTestEnvironment({ engine: 'postgres' });
		onTestFinished(remove);
		const url = new URL(env.DATABASE_URL ?? '');
		const address = { host: url.hostname, port: Number(url.port) };
		const proxy = createServer((socket) => {
			const upstream = connect(address);
			socket.pipe(upstream).pipe(socket);
			for (const end of [socket, upstream]) end.on('error', () => [socket, upstream].map((one) => one.destroy()));
		});
		onTestFinished(() => void proxy.close());
		const port = await findFreePort();
		url.host = `127.0.0.1:${port}`;
		const started = start(program, dataDir, url.href);
		await expect.poll(() => started.output).toContain('waiting for the database');
		proxy.listen(port, '127.0.0.1');
		await expect.poll(() => started.output).toContain(startedLine);
		started.child.kill('SIGTERM');
		expect(await started.exit).toEqual([0, null]);
	});
});
