import {
	createDecipheriv,
	createECDH,
	createPublicKey,
	type ECDH,
	generateKeyPairSync,
	hkdfSync,
	randomBytes,
	verify,
} from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { OutgoingReceivers } from '../senders/outgoing/index.ts';

/** Push subscription of a browser, as `PushSubscription.toJSON` returns it. */
export interface BrowserPushSubscription {
	endpoint: string;
	expirationTime: null;
	keys: { p256dh: string; auth: string };
}

export interface LoopbackPushService {
	/** Setting of a server that allows it to send only to this push service. */
	services: OutgoingReceivers;
	/** Subscribes a new browser with a server's public key. */
	subscribe(serverKey: string): BrowserPushSubscription;
	/** Returns the decrypted messages of a subscription, oldest first. */
	delivered(to: BrowserPushSubscription): unknown[];
	nextMessage(to: BrowserPushSubscription): Promise<unknown>;
	/** Counts all requests to the push service, including rejected ones. */
	countRequests(): number;
	/** Sets the response to all following messages for a subscription. */
	respondWith(to: BrowserPushSubscription, response: number | 'silence' | 'redirect'): void;
	close(): Promise<void>;
}

/** Starts a loopback push service. It accepts only what RFC 8291 and 8292 allow, and decrypts messages like a browser. */
export async function startPushService(): Promise<LoopbackPushService> {
	const browsers = new Map<string, ReturnType<typeof createBrowser>>();
	let requests = 0;

	function createBrowser(serverKey: string) {
		const pair = createECDH('prime256v1');
		pair.generateKeys();
		return {
			serverKey,
			pair,
			auth: randomBytes(16).toString('base64url'),
			delivered: [] as unknown[],
			waiting: [] as ((message: unknown) => void)[],
			response: 201 as number | 'silence' | 'redirect',
		};
	}

	const find = (to: BrowserPushSubscription) => {
		const browser = browsers.get(new URL(to.endpoint).pathname);
		if (!browser) throw new Error(`No subscription for ${to.endpoint}`);
		return browser;
	};

	async function receive(request: IncomingMessage): Promise<number | 'silence' | 'redirect'> {
		requests += 1;
		const body = await buffer(request);
		const browser = browsers.get(request.url ?? '');
		if (!browser) return 404;
		if (browser.response !== 201) return browser.response;
		if (!isSigned(request.headers.authorization ?? '', browser.serverKey, address)) return 403;
		if (request.headers['content-encoding'] !== 'aes128gcm' || !(Number(request.headers.ttl) >= 0)) return 400;
		if (body.length > 4096) return 413;
		const plain = decrypt(body, browser.pair, Buffer.from(browser.auth, 'base64url'));
		const message: unknown = JSON.parse(plain.toString());
		browser.delivered.push(message);
		for (const resolve of browser.waiting.splice(0)) resolve(message);
		return 201;
	}

	const server = createServer((request, response) => {
		receive(request).then(
			(status) => {
				if (status === 'redirect') response.writeHead(307, { location: `${address}/elsewhere` }).end();
				else if (status !== 'silence') response.writeHead(status).end();
			},
			() => response.writeHead(400).end(),
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		services: { allows: ({ origin }) => origin === address, agent: new Agent() },
		subscribe(serverKey) {
			const path = `/push/${randomBytes(24).toString('base64url')}`;
			const browser = createBrowser(serverKey);
			browsers.set(path, browser);
			const keys = { p256dh: browser.pair.getPublicKey('base64url'), auth: browser.auth };
			return { endpoint: address + path, expirationTime: null, keys };
		},
		delivered: (to) => find(to).delivered,
		nextMessage: (to) => new Promise((resolve) => void find(to).waiting.push(resolve)),
		countRequests: () => requests,
		respondWith(to, response) {
			find(to).response = response;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Decrypts a message of one record (RFC 8291, RFC 8188). Throws if the message was not encrypted for this browser. */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): Buffer {
	const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
	const [senderKey, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)];
	const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
		Buffer.from(hkdfSync('sha256', key, salt, info, length));
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
	const key = derive(pair.computeSecret(senderKey), auth, info, 32);
	const contentKey = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16);
	const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12);
	const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-16));
	const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
	// RFC 8188 pads the last record with a 2 and zeros.
	return padded.subarray(0, padded.lastIndexOf(2));
}

/** Returns whether the header is a VAPID token that the subscribed server made for this push service. */
function isSigned(header: string, serverKey: string, audience: string): boolean {
	const [, head = '', claims = '', signature = '', key = ''] =
		/^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? [];
	if (key !== serverKey) return false;
	const point = Buffer.from(key, 'base64url');
	const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
	const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
	const verificationKey = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
	if (!verify('sha256', Buffer.from(`${head}.${claims}`), verificationKey, Buffer.from(signature, 'base64url')))
		return false;
	const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
	const now = Date.now() / 1000;
	return aud === audience && exp > now && exp <= now + 24 * 3600 && /^(mailto:|https:)/.test(sub);
}

export interface LoopbackFirebase {
	/** Environment variables that configure a server to use the simulated Firebase. */
	env: Record<string, string>;
	options: { projectId: string; account: { email: string; privateKey: string; tokenUrl: string }; url: string };
	register(): string;
	delivered(to: string): LoopbackFirebaseMessage[];
	nextMessage(to: string): Promise<LoopbackFirebaseMessage>;
	countRequests(): number;
	respondWith(to: string, response: 'gone' | 'busy' | 'silence' | 'mismatch' | 'malformed'): void;
	close(): Promise<void>;
}

/**
 * Starts a loopback server for Google's token endpoint and for FCM HTTP v1, as far as sending messages uses them. It issues access tokens
 * only for assertions that the service account signed.
 */
export async function startFirebase(): Promise<LoopbackFirebase> {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	const projectId = 'kasuwa-test';
	const email = `sender@${projectId}.iam.gserviceaccount.com`;
	const accessToken = randomBytes(16).toString('hex');
	const devices = new Map<
		string,
		{
			delivered: LoopbackFirebaseMessage[];
			waiting: ((message: LoopbackFirebaseMessage) => void)[];
			response: 'sent' | 'gone' | 'busy' | 'silence' | 'mismatch' | 'malformed';
		}
	>();
	let requests = 0;

	function issueToken(body: string): [number, object] {
		const assertion = new URLSearchParams(body).get('assertion') ?? '';
		const [head = '', claims = '', signature = ''] = assertion.split('.');
		const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
		const { iss, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString());
		if (!isSigned || iss !== email || !scope.includes('firebase.messaging')) return [400, { error: 'invalid_grant' }];
		return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 }];
	}

	function send(request: IncomingMessage, body: string): [number, object] | null {
		requests += 1;
		if (request.headers.authorization !== `Bearer ${accessToken}`) return [401, { error: { code: 401 } }];
		const { message } = JSON.parse(body) as { message: LoopbackFirebaseMessage & { token: string } };
		const device = devices.get(message.token);
		const gone = { error: { code: 404, status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } };
		if (!device || device.response === 'gone') return [404, gone];
		if (device.response === 'busy') return [503, { error: { code: 503, details: [{ errorCode: 'UNAVAILABLE' }] } }];
		if (device.response === 'silence') return null;
		if (device.response === 'mismatch') {
			return [403, { error: { code: 403, details: [{ errorCode: 'SENDER_ID_MISMATCH' }] } }];
		}
		if (device.response === 'malformed') {
			const fieldViolations = [{ field: 'message.token', description: 'Not a valid FCM registration token' }];
			return [400, { error: { code: 400, details: [{ errorCode: 'INVALID_ARGUMENT' }, { fieldViolations }] } }];
		}
		if (Object.values(message.data).some((value) => typeof value !== 'string')) return [400, { error: { code: 400 } }];
		device.delivered.push(message);
		for (const resolve of device.waiting.splice(0)) resolve(message);
		return [200, { name: `projects/${projectId}/messages/1` }];
	}

	const server = createServer((request, response) => {
		void buffer(request).then((bytes) => {
			const body = bytes.toString();
			const path = request.url ?? '';
			const result =
				path === '/token'
					? issueToken(body)
					: path === `/v1/projects/${projectId}/messages:send`
						? send(request, body)
						: ([404, { error: { code: 404 } }] as [number, object]);
			if (result) response.writeHead(result[0], { 'content-type': 'application/json' }).end(JSON.stringify(result[1]));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const find = (to: string) => {
		const device = devices.get(to);
		if (!device) throw new Error('No such registration');
		return device;
	};

	return {
		env: {
			FIREBASE_PROJECT_ID: projectId,
			FIREBASE_API_KEY: 'an-api-key',
			FIREBASE_APP_ID: '1:1:web:1',
			FIREBASE_MESSAGING_SENDER_ID: '1',
			FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ client_email: email, private_key: pem, token_uri: `${url}/token` }),
			FIREBASE_URL: url,
		},
		options: { projectId, account: { email, privateKey: pem, tokenUrl: `${url}/token` }, url },
		register() {
			const token = `${randomBytes(11).toString('base64url')}:${randomBytes(60).toString('base64url')}`;
			devices.set(token, { delivered: [], waiting: [], response: 'sent' });
			return token;
		},
		delivered: (to) => find(to).delivered,
		nextMessage: (to) => new Promise((resolve) => void find(to).waiting.push(resolve)),
		countRequests: () => requests,
		respondWith(to, response) {
			find(to).response = response;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export interface LoopbackFirebaseMessage {
	notification: object;
	data: object;
	webpush: object;
}
