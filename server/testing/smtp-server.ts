import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMessage {
	/** SMTP envelope, which is independent of the headers. */
	envelope: { from: string; to: string[] };
	/** Header fields by name in lower case. Their values are decoded and unfolded. */
	headers: Map<string, string>;
	subject: string;
	text: string;
	/** HTML part of the message; empty if there is none. */
	html: string;
	raw: string;
}

export interface LoopbackSmtpServer {
	/** smtp:// URL with credentials that the server accepts. */
	url: string;
	/** Returns the oldest unread message, or waits for one. */
	nextMessage(): Promise<ReceivedMessage>;
	waiting(): number;
	close(): Promise<void>;
}

/** Starts a loopback mail server that collects messages. It rejects recipients whose address begins with 'refused'. */
export async function startSmtpServer(): Promise<LoopbackSmtpServer> {
	const unread: ReceivedMessage[] = [];
	const waiters: { resolve(message: ReceivedMessage): void; reject(error: Error): void }[] = [];

	const server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		logger: false,
		closeTimeout: 100,
		onAuth({ username, password }, _session, done) {
			const isAuthenticated = username === 'tester' && password === 'p@ss';
			done(isAuthenticated ? null : new Error('Invalid username or password'), { user: username });
		},
		onRcptTo({ address }, _session, done) {
			done(address.startsWith('refused') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
		},
		async onData(stream, session, done) {
			try {
				const raw = (await buffer(stream)).toString();
				const { mailFrom, rcptTo } = session.envelope;
				const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
				const message = { envelope, ...parseMessage(raw) };
				const waiter = waiters.shift();
				if (waiter) {
					waiter.resolve(message);
				} else {
					unread.push(message);
				}
				done();
			} catch (error) {
				done(error instanceof Error ? error : new Error('The message could not be read'));
			}
		},
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.server.address() as AddressInfo;

	return {
		url: `smtp://tester:p%40ss@127.0.0.1:${port}`,
		nextMessage() {
			const message = unread.shift();
			return message
				? Promise.resolve(message)
				: new Promise((resolve, reject) => {
						waiters.push({ resolve, reject });
					});
		},
		waiting: () => unread.length,
		close() {
			for (const { reject } of waiters.splice(0)) {
				reject(new Error('The mail server was closed before a message came'));
			}
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

/** Parses a message as mail programs write it: folded and encoded headers, a single part or alternatives, common encodings. */
export function parseMessage(raw: string): Omit<ReceivedMessage, 'envelope'> {
	const { headers, body } = split(raw);
	const parts = [{ headers, body }];
	const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
	if (boundary !== undefined) {
		parts.push(
			...body
				.split(`--${boundary}`)
				.slice(1, -1)
				.map((part) => split(part.replace(/^\r\n/, ''))),
		);
	}
	const getText = (type: string) => {
		const part = parts.find((part) => part.headers.get('content-type')?.startsWith(type));
		return part ? decode(part.body, part.headers.get('content-transfer-encoding')) : '';
	};
	return {
		headers,
		subject: headers.get('subject') ?? '',
		text: getText('text/plain'),
		html: getText('text/html'),
		raw,
	};
}

function split(part: string): { headers: Map<string, string>; body: string } {
	const end = part.indexOf('\r\n\r\n');
	const headers = new Map<string, string>();
	for (const line of part
		.slice(0, end)
		.replace(/\r\n(?=[ \t])/g, '')
		.split('\r\n')) {
		const colon = line.indexOf(':');
		headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
	}
	return { headers, body: part.slice(end + 4) };
}

/** Decodes the encoded words of RFC 2047, =?utf-8?Q?…?= and =?utf-8?B?…?=. Removes white space between two of them. */
function decodeWords(text: string): string {
	const word = /=\?utf-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;
	return text.replace(word, (_, encoding: string, content: string) =>
		encoding.toLowerCase() === 'b'
			? decode(content, 'base64')
			: decode(content.replaceAll('_', ' '), 'quoted-printable'),
	);
}

function decode(text: string, encoding = '7bit'): string {
	switch (encoding.toLowerCase()) {
		case 'base64':
			return Buffer.from(text, 'base64').toString();
		case 'quoted-printable': {
			const bytes = text
				.replace(/=\r?\n/g, '')
				.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
			return Buffer.from(bytes, 'latin1').toString();
		}
		default:
			return text;
	}
}
