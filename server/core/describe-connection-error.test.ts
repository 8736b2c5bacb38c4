import { connect, type LookupFunction } from 'node:net';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/index.ts';
import { createS3FileStore } from '../files/s3.ts';
import { createMailTransport, toProvenRecipient } from '../senders/mail/index.ts';
import { createPaystack } from '../senders/payments/index.ts';
import { createTermiiSms } from '../senders/sms/index.ts';
import { findFreePort } from '../testing/private-servers.ts';
import { describeConnectionError, describeError } from './describe-connection-error.ts';
import { createLogger } from './log.ts';

/** Returns the error of a connection to a host with two addresses that both refuse it. */
function connectTwice(port: number): Promise<unknown> {
	const lookup: LookupFunction = (_host, _options, callback) =>
		callback(
			null,
			['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
		);
	return new Promise((resolve) =>
		connect({ host: 'db.example', port, lookup, autoSelectFamily: true }).on('error', resolve),
	);
}

/** Returns the line that the log writes about an error. */
function log(err: unknown): { err: { message: string } } {
	let line = '';
	const destination = new Writable({
		write(chunk, _, done) {
			line += chunk;
			done();
		},
	});
	createLogger({ level: 'warn', destination }).warn({ err }, 'failed');
	return JSON.parse(line);
}

const secret = 'the-secret-of-the-service';
const s3 = { region: 'us-east-1', bucket: 'b', accessKeyId: 'key', secretAccessKey: secret, forcePathStyle: true };
const text = { to: '2348031234567', text: 'hello' };

test.each<[string, (port: number) => Promise<unknown>]>([
	[
		'PostgreSQL',
		async (port) => {
			const db = openDatabase({ postgresUrl: `postgres://kasuwa:${secret}@127.0.0.1:${port}/kasuwa`, file: '' });
			onTestFinished(() => db.close());
			await db.check();
		},
	],
	['S3', (port) => createS3FileStore({ ...s3, endpoint: `http://127.0.0.1:${port}` }).check()],
	[
		'SMTP',
		async (port) => {
			const from = () => 'market@market.example';
			const mail = createMailTransport({ smtpUrl: `smtp://user:${secret}@127.0.0.1:${port}`, outboxFolder: '', from });
			onTestFinished(() => mail.close());
			await mail.send({ to: toProvenRecipient('ada@market.example'), subject: 'Hello', text: 'Hello' });
		},
	],
	[
		'Paystack',
		(port) =>
			createPaystack({ secretKey: secret, url: `http://127.0.0.1:${port}`, retryDelays: [] }).verify(
				'reference',
				undefined,
			),
	],
	[
		'Termii',
		(port) =>
			createTermiiSms({ apiKey: secret, senderId: 'Kasuwa', url: `http://127.0.0.1:${port}`, channel: 'dnd' }).send(
				text,
			),
	],
])('the log says which host refuses a connection to %s, and no password', async (_, call) => {
	const port = await findFreePort();
	const error = await call(port).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	const line = log(error);
	expect(line.err.message).toContain(`127.0.0.1:${port} refuses connections (ECONNREFUSED)`);
	expect(JSON.stringify(line)).not.toContain(secret);
});

test('an error without a message, of a host with several addresses, names all of them', async () => {
	const port = await findFreePort();
	const error = await connectTwice(port);
	expect(error).toMatchObject({ message: '', name: 'AggregateError' });
	const words = `127.0.0.1:${port} and 127.0.0.2:${port} refuses connections (ECONNREFUSED)`;
	expect(describeError(error as Error)).toBe(words);
	expect(log(error).err.message).toBe(words);
	expect(describeConnectionError(error, 'db.example:5432')).toBe('db.example:5432 refuses connections (ECONNREFUSED)');
});

test.each([
	[{ code: 'ENOTFOUND', hostname: 'db.example' }, 'the host db.example is unknown (ENOTFOUND)'],
	[{ code: 'ETIMEDOUT', address: '::1', port: 5432 }, '[::1]:5432 does not respond (ETIMEDOUT)'],
	[{ code: 'ECONNRESET' }, null],
	[{ code: '23505', address: '127.0.0.1', port: 5432 }, null],
	[{ code: 'toString', address: '127.0.0.1', port: 5432 }, null],
])('%j is described as %s', (fields, words) => {
	const error = Object.assign(new Error('failed'), fields);
	expect(describeConnectionError(error)).toBe(words);
	expect(describeError(new Error('The file store does not respond', { cause: error }))).toBe(
		['The file store does not respond', words].filter((part) => part !== null).join(': '),
	);
});
