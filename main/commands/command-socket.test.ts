import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../server/testing/start-server.ts';
import { callServer, connect, listSockets } from './call-server.ts';
import { createCommandSocket } from './command-socket.ts';

const call = { command: 'jobs list', input: {} };

/** Opens the socket of a server. `release` ends a call of `jobs list`, and `started` resolves when the call runs. */
async function openSocket() {
	const server = await startTestServer();
	onTestFinished(server.close);
	const { dataDir } = server.config;
	const started = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	const listFailedJobs = async () => {
		started.resolve();
		await released.promise;
		return { items: [] };
	};
	const commands = createCommandSocket({ ...server, operations: { ...server.operations, listFailedJobs } });
	await commands.open();
	onTestFinished(commands.close);
	const connectTo = async () => {
		const connection = await connect(dataDir, (await listSockets(dataDir))[0] ?? '');
		if (!connection) throw new Error('Nobody listens');
		return connection;
	};
	return { dataDir, commands, connect: connectTo, started: started.promise, release: released.resolve };
}

test('closing responds to running commands, and does not wait for calls that are only begun', async () => {
	const { dataDir, commands, connect, started, release } = await openSocket();
	const begun = ['', 'POST / HTTP/1.1\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'];
	const connections = await Promise.all(
		begun.map(async (bytes) => {
			const connection = await connect();
			connection.write(bytes);
			return connection;
		}),
	);
	const outcome = callServer(dataDir, call);
	await started;
	const ends = connections.map((connection) => once(connection.resume(), 'close'));
	const closed = commands.close();
	release();
	expect(await outcome).toMatchObject({ result: { failed: 0, jobs: [] } });
	await closed;
	await Promise.all(ends);
	expect(await listSockets(dataDir)).toEqual([]);
	expect(await callServer(dataDir, call)).toBe(null);
});

test('a caller who disconnects leaves the server working', async () => {
	const { dataDir, connect, started, release } = await openSocket();
	const connection = await connect();
	const body = JSON.stringify(call);
	connection.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
	await started;
	connection.destroy();
	release();
	expect(await callServer(dataDir, call)).toMatchObject({ result: {} });
});

test.each([
	['longer than any call', 'Content-Length: 5000000'],
	['without a length', 'Transfer-Encoding: chunked'],
])('a body %s is not read', async (_, header) => {
	const { connect } = await openSocket();
	const connection = await connect();
	connection.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
	expect((await connection.toArray()).length).toBe(0);
});

test('the command line says that the command may have run if the server ends before it responds', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-socket-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const ending = createServer((connection) => connection.once('data', () => connection.destroy()));
	await once(ending.listen(join(folder, 'commands-abcdef.sock')), 'listening');
	onTestFinished(() => void ending.close());
	await expect(callServer(folder, call)).rejects.toThrow('The command may have run.');
});
