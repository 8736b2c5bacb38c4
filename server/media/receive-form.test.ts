import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DomainError } from '../core/domain-error.ts';
import { getSizeLimit, receiveFields, receiveForm } from './receive-form.ts';

/** Sends a form with the given fields to `receiveForm`, and returns whether a probe of its file was created. */
async function isProbed(form: FormData): Promise<boolean> {
	const staging = await mkdtemp(join(tmpdir(), 'kasuwa-form-'));
	onTestFinished(() => rm(staging, { recursive: true }));
	const probe = { grow: vi.fn(), finish: async () => null, cancel: vi.fn() };
	const createEarlyProbe = vi.fn(() => probe);
	const app = fastify();
	await app.register(multipart);
	const checkEarly = async ({ permission }: Record<string, string>) => (permission === 'granted' ? {} : null);
	app.post('/', (request) =>
		receiveForm(
			request,
			{ getLimit: () => getSizeLimit('video'), staging, checkEarly, check: async () => ({}), createEarlyProbe },
			async (_, { bytes }) => ({ bytes }),
		),
	);
	const body = new Response(form);
	const response = await app.inject({
		method: 'POST',
		url: '/',
		headers: { 'content-type': body.headers.get('content-type') ?? '' },
		payload: Buffer.from(await body.arrayBuffer()),
	});
	expect(response.json()).toEqual({ bytes: 4 });
	expect(await readdir(staging)).toEqual([]);
	expect(probe.cancel).toHaveBeenCalledTimes(createEarlyProbe.mock.calls.length);
	return createEarlyProbe.mock.calls.length > 0;
}

test('probes a video while it is received only if the fields before it were accepted', async () => {
	const permissionFirst = new FormData();
	permissionFirst.set('permission', 'granted');
	permissionFirst.set('file', new File(['film'], 'film.mp4'));
	expect(await isProbed(permissionFirst)).toBe(true);

	const fileFirst = new FormData();
	fileFirst.set('file', new File(['film'], 'film.mp4'));
	fileFirst.set('permission', 'granted');
	expect(await isProbed(fileFirst)).toBe(false);
});

test.each(['receiveForm', 'receiveFields'])('%s reads the rest of a rejected form, for a minute', async (receiver) => {
	const app = fastify();
	onTestFinished(() => app.close());
	await app.register(multipart);
	const check = async () => {
		throw new DomainError('forbidden', 'No');
	};
	const options = { getLimit: () => getSizeLimit('video'), staging: tmpdir(), checkEarly: check, check };
	app.post('/', async (request) => {
		if (receiver === 'receiveFields') await receiveFields(request);
		else await receiveForm(request, options, async () => ({}));
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	const { port } = app.server.address() as AddressInfo;
	const accepted = once(app.server, 'connection');
	const socket = connect(port, '127.0.0.1');
	const [connection] = await accepted;
	onTestFinished(() => void socket.destroy());
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
	const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nfilm';
	socket.write(
		`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`,
	);
	await once(socket, 'data');
	const more = Buffer.alloc(4_000_000);
	socket.write(`${more.length.toString(16)}\r\n`);
	socket.write(more);
	await vi.waitFor(() => expect(connection.bytesRead).toBeGreaterThanOrEqual(more.length));
	const closed = once(socket, 'close');
	vi.advanceTimersByTime(60_000);
	await closed;
});
