import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '../../testing/clock.ts';
import { parseMessage, type ReceivedMessage, startSmtpServer } from '../../testing/smtp-server.ts';
import { createMailTransport, type MailTransport, toProvenRecipient } from './index.ts';

const amina = toProvenRecipient('amina@example.com');
const from = 'Kasuwa <hello@kasuwa.example>';
const clock = createFakeClock(Date.UTC(2026, 1, 3, 10, 20, 30, 123));

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'mail-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

interface Engine {
	mail: MailTransport;
	send(message: Parameters<MailTransport['send']>[0]): Promise<Omit<ReceivedMessage, 'envelope'>>;
	stop(): Promise<void>;
}

const engines: Record<string, () => Promise<Engine>> = {
	async SMTP() {
		const server = await startSmtpServer();
		const mail = createMailTransport({ smtpUrl: server.url, outboxFolder: folder, from: () => from, clock });
		return {
			mail,
			async send(message) {
				expect(await mail.send(message)).toEqual({ delivered: 'smtp' });
				const received = await server.nextMessage();
				expect(received.envelope).toEqual({ from: 'hello@kasuwa.example', to: [message.to] });
				return received;
			},
			async stop() {
				mail.close();
				await server.close();
			},
		};
	},
	async 'an outbox folder'() {
		const mail = createMailTransport({ outboxFolder: join(folder, 'outbox'), from: () => from, clock });
		return {
			mail,
			async send(message) {
				const { delivered } = await mail.send(message);
				return parseMessage(await readFile(delivered, 'utf8'));
			},
			async stop() {
				mail.close();
			},
		};
	},
};

describe.each(Object.entries(engines))('mail through %s', (_, start) => {
	let engine: Engine;

	beforeEach(async () => {
		engine = await start();
	});

	afterEach(async () => {
		await engine.stop();
	});

	test('delivers a message unchanged', async () => {
		const text = `Sannu Amina,\n\nopen https://kasuwa.example/verify?token=a=b&c=%20 ${'long '.repeat(40)}\n.\nBye\n`;

		const message = await engine.send({ to: amina, subject: 'Confirm your address', text });

		expect(message.text.replaceAll('\r\n', '\n')).toBe(text);
		expect(message.html).toBe('');
		expect(message.subject).toBe('Confirm your address');
		expect(message.headers.get('to')).toBe('amina@example.com');
		expect(message.headers.get('from')).toBe(from);
		expect(message.headers.get('date')).toBe('Tue, 03 Feb 2026 10:20:30 +0000');
		expect(message.headers.get('message-id')).toMatch(/^<[0-9a-f]{32}@kasuwa\.example>$/);
		expect(message.headers.get('auto-submitted')).toBe('auto-generated');
	});

	test('preserves Unicode', async () => {
		const subject = 'Ƙarin bayani kan ₦5,000: ọjà tí a ń tà ní Èkó, pẹ̀lú àwòrán 📦 àti fídíò tó dára púpọ̀';

		const message = await engine.send({ to: amina, subject, text: subject, html: `<b>${subject}</b>` });

		expect(message.subject).toBe(subject);
		expect(message.text.trim()).toBe(subject);
		expect(message.html.trim()).toBe(`<b>${subject}</b>`);
	});

	test('prevents header injection through the subject', async () => {
		const subject = 'Hello\r\nBcc: victim@example.com\n\nbody\0\u2028X-Evil: 1\rX-More: 2';

		const message = await engine.send({ to: amina, subject, text: 'the text' });

		expect(message.subject).toBe('Hello Bcc: victim@example.com body X-Evil: 1 X-More: 2');
		expect([...message.headers.keys()].sort()).toEqual([
			'auto-submitted',
			'content-transfer-encoding',
			'content-type',
			'date',
			'from',
			'message-id',
			'mime-version',
			'subject',
			'to',
		]);
		expect(message.text.trim()).toBe('the text');
	});

	test.each([
		'',
		'amina',
		'amina@example.com\r\nBcc: victim@example.com',
		'amina@example.com\n',
		'amina@example.com, victim@example.com',
		'amina@example.com;victim@example.com',
		'Amina <amina@example.com>',
		'"a b"@example.com',
		'amina@victim@example.com',
		'group:victim@example.com;',
		'amina@example.com\0',
		`${'a'.repeat(250)}@example.com`,
	])('rejects the recipient %j', async (to) => {
		await expect(engine.mail.send({ to: toProvenRecipient(to), subject: 'Hello', text: 'x' })).rejects.toThrow(
			TypeError,
		);
	});

	test('sends concurrently', async () => {
		const subjects = Array.from({ length: 20 }, (_, number) => `Number ${number}`);
		const messages = await Promise.all(subjects.map((subject) => engine.send({ to: amina, subject, text: 'x' })));

		expect(messages.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
	});
});

describe('mail through SMTP', () => {
	test('throws the response code of a rejected recipient', async () => {
		const server = await startSmtpServer();
		const mail = createMailTransport({ smtpUrl: server.url, outboxFolder: folder, from: () => from });

		await expect(
			mail.send({ to: toProvenRecipient('refused@example.com'), subject: 'x', text: 'x' }),
		).rejects.toMatchObject({
			responseCode: 550,
		});
		mail.close();
		await server.close();
		await expect(mail.send({ to: amina, subject: 'x', text: 'x' })).rejects.toThrow();
	});

	test('fails with a wrong password and without a server', async () => {
		const server = await startSmtpServer();
		const wrongPassword = createMailTransport({
			smtpUrl: server.url.replace('p%40ss', 'wrong'),
			outboxFolder: folder,
			from: () => from,
		});
		await expect(wrongPassword.send({ to: amina, subject: 'x', text: 'x' })).rejects.toMatchObject({
			code: 'EAUTH',
		});
		wrongPassword.close();
		await server.close();

		const unreachable = createMailTransport({ smtpUrl: server.url, outboxFolder: folder, from: () => from });
		await expect(unreachable.send({ to: amina, subject: 'x', text: 'x' })).rejects.toMatchObject({
			code: 'ESOCKET',
		});
		unreachable.close();
		expect(await readdir(folder)).toEqual([]);
	});

	test('describes itself without the password', () => {
		const mail = createMailTransport({
			smtpUrl: 'smtps://amina:secret@mail.example:465',
			outboxFolder: folder,
			from: () => from,
		});

		expect(mail.describe()).toBe('Mails go to the SMTP server mail.example:465.');
		mail.close();
	});

	test.each(['', '220 mail.example\r\n'])('gives up if the server sends only %j', async (greeting) => {
		const silent = createServer((socket) => socket.write(greeting)).listen(0, '127.0.0.1');
		await once(silent, 'listening');
		onTestFinished(() => void silent.close());
		const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
		const mail = createMailTransport({ smtpUrl, outboxFolder: folder, from: () => from, timeout: 50 });
		onTestFinished(() => mail.close());
		await expect(mail.send({ to: amina, subject: 'x', text: 'x' })).rejects.toMatchObject({
			code: 'ETIMEDOUT',
		});
	});

	test.each(['http://mail.example', 'mail.example', 'smtp:', 'smtp://'])('rejects the server URL %j', (smtpUrl) => {
		expect(() => createMailTransport({ smtpUrl, outboxFolder: folder, from: () => from })).toThrow(TypeError);
	});

	test.each(['', 'Kasuwa', 'Kasuwa <hello>', 'a@b.example\r\nBcc: c@d.example'])('rejects the sender %j', (sender) => {
		expect(() => createMailTransport({ outboxFolder: folder, from: () => sender })).toThrow(TypeError);
	});
});

describe('mail through an outbox folder', () => {
	test('writes private files named by their time', async () => {
		const outbox = join(folder, 'data', 'outbox');
		const mail = createMailTransport({ outboxFolder: outbox, from: () => from, clock });
		expect(mail.describe()).toBe(`Mails are kept as files in ${outbox}.`);

		const { delivered } = await mail.send({ to: amina, subject: 'Hello', text: 'x' });

		expect(basename(delivered)).toMatch(/^2026-02-03T10-20-30\.123Z-[0-9a-f]{8}\.eml$/);
		expect(await readdir(outbox)).toEqual([basename(delivered)]);
		expect((await stat(delivered)).mode & 0o777).toBe(0o600);
		expect((await stat(outbox)).mode & 0o777).toBe(0o700);
	});

	test('fails if the folder cannot be created', async () => {
		await writeFile(join(folder, 'outbox'), 'not a folder');
		const mail = createMailTransport({ outboxFolder: join(folder, 'outbox'), from: () => from });

		await expect(mail.send({ to: amina, subject: 'x', text: 'x' })).rejects.toThrow('EEXIST');
	});
});
