import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as notificationsApiText from '../../../contract/text/notifications-api.ts';
import { systemClock } from '../clock.ts';
import {
	type LoopbackFirebase,
	type LoopbackPushService,
	type Subscription,
	startFirebase,
	startPushService,
} from '../testing/push-service.ts';
import {
	createFirebasePush,
	createPublicPushServices,
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
	createWebPush({ secret, contact, services: service.services, ...(timeout && { timeout }) });

type Trouble = 'gone' | 'busy' | 'silence' | 'refused' | 'malformed';

const engines = {
	'Web Push': {
		create: (patience?: number): PushEngine => webPush(patience),
		device: () => service.subscribe(webPush().publicKey),
		delivered: (token: Subscription | string) => service.delivered(token as Subscription),
		answer: (token: Subscription | string, how: Trouble) =>
			service.respondWith(
				token as Subscription,
				how === 'silence' ? how : { gone: 410, busy: 503, refused: 403, malformed: 400 }[how],
			),
		shown: message as object,
		wrong: [
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
		delivered: (token: Subscription | string) => firebase.delivered(token as string),
		answer: (token: Subscription | string, how: Trouble) =>
			firebase.respondWith(token as string, how === 'refused' ? 'mismatch' : how),
		shown: {
			notification: { title: message.notification.title, body: message.notification.body },
			data: message.data,
			webpush: { notification: { icon: '/icon.png' } },
		},
		wrong: ['', 'short', 'a'.repeat(1001), 'has spaces in it, and so on', {}],
	},
};

describe.each(Object.entries(engines))('%s', (_, engine) => {
	test('delivers a message that only the device can read', async () => {
		const push = engine.create();
		const [device, other] = [engine.device(), engine.device()];
		expect(await push.send(push.parseToken(device as never), message)).toBe('sent');
		expect(engine.delivered(device)).toMatchObject([engine.shown]);
		expect(engine.delivered(other)).toEqual([]);
	});

	test('tells of a device that is gone', async () => {
		const push = engine.create();
		const device = engine.device();
		engine.answer(device, 'gone');
		expect(await push.send(push.parseToken(device as never), message)).toBe('gone');
	});

	test('takes a lasting refusal for the device’s own fault only where the service takes other messages', async () => {
		const push = engine.create();
		const [refused, malformed, good] = [engine.device(), engine.device(), engine.device()];
		engine.answer(refused, 'refused');
		engine.answer(malformed, 'malformed');
		for (const device of [refused, malformed]) {
			expect(await push.send(push.parseToken(device as never), message)).toBe('refused');
		}
		expect(await push.send(push.parseToken(good as never), message)).toBe('sent');
		for (const device of [refused, malformed]) {
			expect(await push.send(push.parseToken(device as never), message)).toBe('gone');
		}
	});

	test('says that a service is busy or silent, and waits only so long', async () => {
		const push = engine.create(300);
		const [busy, silent] = [engine.device(), engine.device()];
		engine.answer(busy, 'busy');
		engine.answer(silent, 'silence');
		await expect(push.send(push.parseToken(busy as never), message)).rejects.toMatchObject({ name: 'Unavailable' });
		const from = performance.now();
		await expect(push.send(push.parseToken(silent as never), message)).rejects.toMatchObject({ name: 'Unavailable' });
		expect(performance.now() - from).toBeLessThan(20_000);
	});

	test('is stopped by its caller', async () => {
		const push = engine.create();
		const device = engine.device();
		engine.answer(device, 'silence');
		const stopped = new Error('stopped');
		await expect(push.send(push.parseToken(device as never), message, AbortSignal.abort(stopped))).rejects.toBe(
			stopped,
		);
	});

	test('takes only tokens of its own', () => {
		const push = engine.create();
		for (const wrong of engine.wrong) {
			expect(() => push.parseToken(wrong as never), JSON.stringify(wrong)).toThrow(
				expect.objectContaining({ name: 'DomainError', code: 'invalid', fields: { fcm_token: expect.any(String) } }),
			);
		}
	});
});

describe('Web Push', () => {
	const good = () => service.subscribe(webPush().publicKey);

	test('takes only endpoints at the push services of browsers', () => {
		const { allows } = createPublicPushServices();
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
		expect(() => push.parseToken(good() as never)).toThrow(notificationsApiText.pushServiceUnknown);
	});

	test('asks again when sending whether the service is known', async () => {
		const kept = webPush().parseToken(good() as never);
		const before = service.countRequests();
		expect(await createWebPush({ secret, contact }).send(kept, message)).toBe('gone');
		expect(service.countRequests()).toBe(before);
	});

	test('never reaches an address of a private network, whatever name it has', async () => {
		const services = { ...createPublicPushServices(), allows: () => true };
		const push = createWebPush({ secret, contact, services });
		const { keys } = good();
		for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1']) {
			const kept = push.parseToken({ endpoint: `https://${host}/a`, keys } as never);
			await expect(push.send(kept, message), host).rejects.toMatchObject({
				name: 'Unavailable',
				cause: { message: expect.stringMatching(/is not allowed|because, It is/) },
			});
		}
	});

	test('follows no redirect', async () => {
		const device = good();
		service.respondWith(device, 'redirect');
		const before = service.countRequests();
		await expect(webPush().send(webPush().parseToken(device as never), message)).rejects.toThrow('answered 307');
		expect(service.countRequests()).toBe(before + 1);
	});

	test('keeps no key that is none', () => {
		const { endpoint, keys } = good();
		const off = Buffer.from(keys.p256dh, 'base64url');
		off[40] = (off[40] ?? 0) ^ 1;
		for (const wrong of [
			{ ...keys, p256dh: off.toString('base64url') },
			{ ...keys, auth: 'short' },
		]) {
			expect(() => webPush().parseToken({ endpoint, keys: wrong } as never)).toThrow(
				notificationsApiText.browserTokenInvalid,
			);
		}
	});

	test('has the same key after a restart', () => {
		expect(webPush().publicKey).toBe(webPush().publicKey);
		expect(Buffer.from(webPush().publicKey, 'base64url')).toHaveLength(65);
	});
});
