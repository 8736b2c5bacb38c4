import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { createFakeClock } from '../../testing/clock.ts';
import { startTermiiServer, type TermiiServer } from '../../testing/termii-server.ts';
import { createFileSms, createTermiiSms } from './index.ts';

const message = { to: '2348031234567', text: 'Your Kasuwa code is 123456.' };

describe('Termii', () => {
	let termii: TermiiServer;
	beforeEach(async () => {
		termii = await startTermiiServer();
	});
	afterEach(() => termii.close());

	const createSms = (change: { apiKey?: string; senderId?: string; url?: string } = {}, timeout = 10_000) =>
		createTermiiSms({ ...termii, channel: 'dnd', ...change }, { timeout });

	test('accepts a message once, on the route that reaches every number', async () => {
		expect(await createSms().send(message)).toEqual({ delivered: 'network' });
		expect(termii.messages).toEqual([{ to: message.to, from: 'Kasuwa', sms: message.text, channel: 'dnd' }]);
	});

	test('is never called twice for one message', async () => {
		termii.failNext(1);
		await expect(createSms().send(message)).rejects.toThrow(ServiceUnavailableError);
		expect(termii.messages).toEqual([]);
	});

	test.each([
		['a wrong key', { apiKey: 'wrong' }, /401 Invalid api key/],
		['an unknown sender id', { senderId: 'Nobody' }, /404 ApplicationSenderId not found for …$/],
		['a server that is down', { url: 'http://127.0.0.1:1' }, /does not respond/],
	])('reports %s', async (_, change, expected) => {
		const error = await createSms(change)
			.send(message)
			.catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(ServiceUnavailableError);
		expect((error as Error).message).toMatch(expected);
		expect((error as Error).message).not.toContain(message.to);
	});

	test('names no secret in an error, whatever the response says', async () => {
		termii.failNext(1, { status: 400, message: `${termii.apiKey} may not send 123456 to 2348031234567` });
		const error = await createSms()
			.send(message)
			.catch((reason: Error) => reason.message);
		expect(error).toBe('Termii did not accept the text message: 400 … may not send … to …');
	});

	test('rejects a success without the id of a message', async () => {
		termii.failNext(1, { status: 200, message: 'Insufficient balance' });
		await expect(createSms().send(message)).rejects.toThrow('200 Insufficient balance');
	});

	test('gives up after the timeout and when the caller gives up', async () => {
		termii.delay(60_000);
		await expect(createSms({}, 20).send(message)).rejects.toThrow('does not respond');
		const caller = new AbortController();
		const sent = createSms().send(message, caller.signal);
		caller.abort();
		await expect(sent).rejects.toThrow(ServiceUnavailableError);
	});

	test('follows no redirect, because it would carry the key elsewhere', async () => {
		const redirecting = createServer((_, response) => response.writeHead(307, { location: termii.url }).end());
		redirecting.listen(0, '127.0.0.1');
		await once(redirecting, 'listening');
		onTestFinished(() => void redirecting.close());
		const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
		await expect(createSms({ url }).send(message)).rejects.toThrow(ServiceUnavailableError);
		expect(termii.messages).toEqual([]);
	});

	test('is described without the key', () => {
		expect(createSms().describe()).toBe(`Text messages go to Termii at ${new URL(termii.url).host}.`);
	});
});

describe('text messages in an outbox folder', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'sms-'));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	test('are complete files that only the server may read', async () => {
		const outbox = join(folder, 'outbox');
		const sms = createFileSms({ outboxFolder: outbox, clock: createFakeClock(Date.UTC(2026, 1, 3, 10, 20, 30, 123)) });
		const { delivered } = await sms.send(message);
		expect(basename(delivered)).toMatch(/^2026-02-03T10-20-30\.123Z-[\da-f]{8}\.sms\.txt$/);
		expect(await readFile(delivered, 'utf8')).toBe('To: +2348031234567\n\nYour Kasuwa code is 123456.\n');
		expect(await readdir(outbox)).toEqual([basename(delivered)]);
		expect((await stat(delivered)).mode & 0o777).toBe(0o600);
		expect(sms.describe()).toBe(`Text messages are kept as files in ${outbox}.`);
	});

	test.each(['+2348031234567', '0803 123 4567', '', '234803123456\nBcc: 1'])('rejects the number %j', async (to) => {
		await expect(createFileSms({ outboxFolder: folder }).send({ ...message, to })).rejects.toThrow(TypeError);
	});
});
