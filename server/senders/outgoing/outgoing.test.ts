import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setInterval as repeat } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDnsLookup, post } from './outgoing.ts';

/** Starts a server that calls `respond` for each connection once it has received something. */
async function startReceiver(respond: (socket: Socket) => unknown) {
	const closed: Promise<unknown>[] = [];
	const server = createServer((socket) => {
		socket.on('error', () => {});
		closed.push(new Promise((resolve) => socket.on('close', resolve)));
		socket.once('data', () => void respond(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	return { url, closed };
}

const send = (url: URL, timeout = 5000) =>
	post(url, {}, Buffer.from('{}'), { agent: new Agent(), signal: AbortSignal.timeout(timeout) });

async function sendForever(socket: Socket, text: string): Promise<void> {
	for await (const _ of repeat(5)) {
		if (socket.destroyed) return;
		socket.write(text);
	}
}

describe('post', () => {
	test('returns the status, whatever the length of the body', async () => {
		const { url, closed } = await startReceiver((socket) => {
			socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
			return sendForever(socket, 'x'.repeat(1000));
		});
		expect(await send(url)).toBe(200);
		expect(closed).toHaveLength(1);
		await Promise.all(closed);
	});

	test.each([
		['headers that never end', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'],
		['a status that never ends', 'HTTP/1.1 200 ', 'O'],
		['only informational responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
	])('a request to a receiver that sends %s ends at the timeout', async (_, start, more) => {
		const { url, closed } = await startReceiver((socket) => {
			socket.write(start);
			return sendForever(socket, more);
		});
		await expect(send(url, 100)).rejects.toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } });
		await Promise.all(closed);
	});

	test('a request to a receiver that switches protocols fails', async () => {
		const { url, closed } = await startReceiver((socket) => {
			socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
		});
		await expect(send(url)).rejects.toThrow('The connection closed without a response');
		await Promise.all(closed);
	});
});

describe('the lookup', () => {
	/** Starts a name server that knows the addresses of each name. It refuses other names. */
	async function startNameServer(records: Record<string, { type: number; bytes: number[] }[]>): Promise<string> {
		const server = createSocket('udp4');
		server.on('message', (query, { port, address }) => {
			const question = query.subarray(12, query.indexOf(0, 12) + 5);
			const type = question.readUInt16BE(question.length - 4);
			const found = Object.entries(records).find(([name]) => question.includes(name));
			const answers = found?.[1].filter((record) => record.type === type) ?? [];
			const header = Buffer.from([
				query[0] ?? 0,
				query[1] ?? 0,
				0x81,
				found ? 0x80 : 0x83,
				0,
				1,
				0,
				answers.length,
				0,
				0,
				0,
				0,
			]);
			const rows = answers.map(({ bytes }) => [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 9, 0, bytes.length, ...bytes]);
			server.send(Buffer.concat([header, question, Buffer.from(rows.flat())]), port, address);
		});
		server.bind(0, '127.0.0.1');
		await once(server, 'listening');
		onTestFinished(() => void server.close());
		return `127.0.0.1:${server.address().port}`;
	}

	const ipv4 = { type: 1, bytes: [203, 0, 113, 7] };
	const ipv6 = { type: 28, bytes: [0x20, 1, 0xd, 0xb8, ...Array.from({ length: 11 }, () => 0), 9] };

	function lookUp(server: string, host: string, all: boolean): Promise<unknown[]> {
		const { promise, resolve } = Promise.withResolvers<unknown[]>();
		createDnsLookup([server])(host, { all }, (...result) => resolve(result));
		return promise;
	}

	test('finds the addresses of both families', async () => {
		const server = await startNameServer({ both: [ipv4, ipv6], six: [ipv6] });
		expect(await lookUp(server, 'both.example', true)).toEqual([
			null,
			[
				{ address: '203.0.113.7', family: 4 },
				{ address: '2001:db8::9', family: 6 },
			],
		]);
		expect(await lookUp(server, 'six.example', true)).toEqual([null, [{ address: '2001:db8::9', family: 6 }]]);
		expect(await lookUp(server, 'both.example', false)).toEqual([null, '203.0.113.7', 4]);
	});

	test('fails for an unknown name', async () => {
		const server = await startNameServer({});
		const [error] = await lookUp(server, 'none.example', true);
		expect(error).toMatchObject({ code: 'ENOTFOUND' });
	});
});
