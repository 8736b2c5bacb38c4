import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as notificationsApiText from '../../../text/server/notifications-api.ts';
import { systemClock } from '../../core/clock.ts';
import {
	type BrowserPushSubscription,
	type LoopbackFirebase,
	type LoopbackPushService,
	startFirebase,
	startPushService,
} from '../../testing/push-service.ts';
import {
	createBrowserPushAllowlist,
	createFirebasePush,
	createWebPush,
	type PushEngine,
	type PushMessage,
} from './index.ts';

const message: PushMessage = {
	notification: { title: 'Ada commented', body: 'On “A lamp” – ₦15,000?', icon: '/icon.png' },
	data: { path: '/feed/1/a-lamp', tag: 'comment' },
};

let service: LoopbackPushService;
let firebase: LoopbackFirebase;

beforeAll(async () => {
	service = await startPushService();
	firebase = await startFirebase();
});
afterAll(async () => {
	await service.close();
	await firebase.close();
});

const secret = randomBytes(32).toString('hex');
const contact = () => 'mailto:ada@example.com';
const webPush = (timeout?: number) =>
	createWebPush({ secret, contact, services: { ...service.services, ...(timeout && { timeout }) } });

type Failure = 'gone' | 'busy' | 'silence' | 'refused' | 'malformed';

const engines = {
	'Web Push': {
		create: (timeout?: number): PushEngine => webPush(timeout),
		device: () => service.subscribe(webPush().publicKey),
		delivered: (token: BrowserPushSubscription | string) => service.delivered(token as BrowserPushSubscription),
		respondWith: (token: BrowserPushSubscription | string, failure: Failure) =>
			service.respondWith(
				token as BrowserPushSubscription,
				failure === 'silence' ? failure : { gone: 410, busy: 503, refused: 403, malformed: 400 }[failure],
			),
		expectedMessage: message as object,
		invalidTokens: [
			'text',
			{},
			{ endpoint: 'https://fcm.googleapis.com/x' },
			{ endpoint: 'https://evil.example/x', keys: { p256dh: 'x', auth: 'y' } },
		],
	},
	Firebase: {
		create: (timeout?: number): PushEngine =>
			createFirebasePush({ ...firebase.options, clock: systemClock, ...(timeout && { timeout }) }),
		device: () => firebase.register(),
		delivered: (token: BrowserPushSubscription | string) => firebase.delivered(token as string),
		respondWith: (token: BrowserPushSubscription | string, failure: Failure) =>
			firebase.respondWith(token as string, failure === 'refused' ? 'mismatch' : failure),
		expectedMessage: {
			notification: { title: message.notification.title, body: message.notification.body },
			data: message.data,
			webpush: { notification: { icon: '/icon.png' } },
		},
		invalidTokens: ['', 'short', 'a'.repeat(1001), 'has spaces in it, and so on', {}],
	},
};

describe.each(Object.entries(engines))('%s', (_, engine) => {
	test('delivers a message that only the device can decrypt', async () => {
		const push = engine.create();
		const [device, other] = [engine.device(), engine.device()];
		expect(await push.send(push.parseToken(device as never), message)).toBe('sent');
		expect(engine.delivered(device)).toMatchObject([engine.expectedMessage]);
		expect(engine.delivered(other)).toEqual([]);
	});

	test('returns gone for an unregistered device', async () => {
		const push = engine.create();
		const device = engine.device();
		engine.respondWith(device, 'gone');
		expect(await push.send(push.parseToken(device as never), message)).toBe('gone');
	});

	test('blames the device for a rejection only if the service accepts other messages', async () => {
		const push = engine.create();
		const [refused, malformed, valid] = [engine.device(), engine.device(), engine.device()];
		engine.respondWith(refused, 'refused');
		engine.respondWith(malformed, 'malformed');
		for (const device of [refused, malformed]) {
			expect(await push.send(push.parseToken(device as never), message)).toBe('refused');
		}
		expect(await push.send(push.parseToken(valid as never), message)).toBe('sent');
		for (const device of [refused, malformed]) {
			expect(await push.send(push.parseToken(device as never), message)).toBe('gone');
		}
	});

	test('throws ServiceUnavailableError if the service is busy or times out', async () => {
		const push = engine.create(300);
		const [busy, silent] = [engine.device(), engine.device()];
		engine.respondWith(busy, 'busy');
		engine.respondWith(silent, 'silence');
		await expect(push.send(push.parseToken(busy as never), message)).rejects.toMatchObject({
			name: 'ServiceUnavailableError',
		});
		const startedAt = performance.now();
		await expect(push.send(push.parseToken(silent as never), message)).rejects.toMatchObject({
			name: 'ServiceUnavailableError',
		});
		expect(performance.now() - startedAt).toBeLessThan(20_000);
	});

	test('stops on abort', async () => {
		const push = engine.create();
		const device = engine.device();
		engine.respondWith(device, 'silence');
		const reason = new Error('stopped');
		await expect(push.send(push.parseToken(device as never), message, AbortSignal.abort(reason))).rejects.toBe(reason);
	});

	test('rejects tokens of other engines', () => {
		const push = engine.create();
		for (const invalid of engine.invalidTokens) {
			expect(() => push.parseToken(invalid as never), JSON.stringify(invalid)).toThrow(
				expect.objectContaining({ name: 'DomainError', code: 'invalid', fields: { fcm_token: expect.any(String) } }),
			);
		}
	});
});

describe('Web Push', () => {
	const subscribe = () => service.subscribe(webPush().publicKey);

	test('accepts only endpoints of browser push services', () => {
		const { allows } = createBrowserPushAllowlist();
		for (const address of [
			'https://fcm.googleapis.com/fcm/send/a',
			'https://updates.push.services.mozilla.com/wpush/v2/a',
			'https://wns2-par02p.notify.windows.com/w/?token=a',
			'https://web.push.apple.com/a',
		]) {
			expect(allows(new URL(address)), address).toBe(true);
		}
		for (const address of [
			'http://fcm.googleapis.com/fcm/send/a',
			'https://fcm.googleapis.com:8443/a',
			'https://a@fcm.googleapis.com/a',
			'https://fcm.googleapis.com.evil.example/a',
			'https://evilpush.apple.com.example/a',
			'https://xpush.apple.com/a',
			'https://127.0.0.1/a',
			'https://localhost/a',
		]) {
			expect(allows(new URL(address)), address).toBe(false);
		}
		const push = createWebPush({ secret, contact });
		expect(() => push.parseToken(subscribe() as never)).toThrow(notificationsApiText.pushServiceUnknown);
	});

	test('checks the push service again on sending', async () => {
		const storedToken = webPush().parseToken(subscribe() as never);
		const before = service.countRequests();
		expect(await createWebPush({ secret, contact }).send(storedToken, message)).toBe('gone');
		expect(service.countRequests()).toBe(before);
	});

	test('connects to no private address under any host name', async () => {
		const services = { ...createBrowserPushAllowlist(), allows: () => true };
		const push = createWebPush({ secret, contact, services });
		const { keys } = subscribe();
		for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1']) {
			const storedToken = push.parseToken({ endpoint: `https://${host}/a`, keys } as never);
			await expect(push.send(storedToken, message), host).rejects.toMatchObject({
				name: 'ServiceUnavailableError',
				cause: { message: expect.stringMatching(/is not allowed|because, It is/) },
			});
		}
	});

	test('follows no redirect', async () => {
		const device = subscribe();
		service.respondWith(device, 'redirect');
		const before = service.countRequests();
		await expect(webPush().send(webPush().parseToken(device as never), message)).rejects.toThrow('responded with 307');
		expect(service.countRequests()).toBe(before + 1);
	});

	test('rejects invalid keys', () => {
		const { endpoint, keys } = subscribe();
		const invalidPoint = Buffer.from(keys.p256dh, 'base64url');
		invalidPoint[40] = (invalidPoint[40] ?? 0) ^ 1;
		for (const invalid of [
			{ ...keys, p256dh: invalidPoint.toString('base64url') },
			{ ...keys, auth: 'short' },
		]) {
			expect(() => webPush().parseToken({ endpoint, keys: invalid } as never)).toThrow(
				notificationsApiText.browserTokenInvalid,
			);
		}
	});

	test('derives the same key after a restart', () => {
		expect(webPush().publicKey).toBe(webPush().publicKey);
		expect(Buffer.from(webPush().publicKey, 'base64url')).toHaveLength(65);
	});
});
