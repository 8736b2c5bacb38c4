import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as messages from '../../contract/core/messages.ts';
import * as notificationLimits from '../../contract/notifications/limits.ts';
import * as notificationsApiText from '../../text/server/notifications-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import {
	type LoopbackFirebase,
	type LoopbackPushService,
	startFirebase,
	startPushService,
} from '../testing/push-service.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let service: LoopbackPushService;
let firebase: LoopbackFirebase;
let ada: TestPerson;
let bola: TestPerson;

async function subscribe({ client, session }: TestPerson) {
	const { public_key } = await client.getPushKey();
	const device = service.subscribe(public_key);
	const { id } = await client.storeToken({ body: { user_id: session.id, fcm_token: { ...device } } });
	return { id, device };
}

const getHandle = async (caller: TestPerson, subject = caller) =>
	(await caller.client.getSendHandle({ params: { userId: String(subject.session.id) } })).fcm_token;
const sendTest = (fcm_token: unknown) => createApiClient(server).sendNotification({ body: { fcm_token } });
const notFound = { status: 404, problem: { code: 'not_found' } };

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		service = await startPushService();
		firebase = await startFirebase();
		server = await startTestServer({ engine, clock, pushServices: service.services, env: firebase.env });
	});
	afterAll(async () => {
		await server.close();
		await service.close();
		await firebase.close();
	});
	beforeEach(async () => {
		[ada, bola] = [await signUp(server), await signUp(server)];
	});
}

describe('devices', () => {
	useServer();

	test('sends a test notification to every device of the account and no other', async () => {
		const [phone, laptop] = [await subscribe(ada), await subscribe(ada)];
		const { device: other } = await subscribe(bola);
		const registration = firebase.register();
		await ada.client.storeToken({ body: { user_id: ada.session.id, fcm_token: registration } });

		expect(await sendTest(await getHandle(ada))).toEqual({ message: messages.notificationSent });
		const expected = {
			notification: { title: 'Kasuwa', body: notificationsApiText.testMessage, icon: expect.any(String) },
		};
		expect(service.delivered(phone.device)).toMatchObject([expected]);
		expect(service.delivered(laptop.device)).toMatchObject([expected]);
		expect(firebase.delivered(registration)).toMatchObject([{ data: { path: '/notifications' } }]);
		expect(service.delivered(other)).toEqual([]);
	});

	test('accepts a handle once and for a minute, and rejects anything else', async () => {
		const { device } = await subscribe(ada);
		const handle = await getHandle(ada);
		expect(handle).not.toContain(device.endpoint);
		await sendTest(handle);
		await expect(sendTest(handle)).rejects.toMatchObject(notFound);

		const expired = await getHandle(ada);
		clock.advance(notificationLimits.sendHandleTtl);
		await expect(sendTest(expired)).rejects.toMatchObject(notFound);

		const before = service.countRequests();
		for (const invalid of ['', 'x', 4, null, { ...device }, [handle], device.endpoint, 'x'.repeat(43)]) {
			await expect(sendTest(invalid), JSON.stringify(invalid)).rejects.toMatchObject(notFound);
		}
		expect(service.countRequests()).toBe(before);
	});

	test('creates handles for others only for administrators, and none without devices', async () => {
		await expect(getHandle(bola, ada)).rejects.toMatchObject({ status: 403 });
		expect(await getHandle(ada)).toBeNull();
		const admin = await signUp(server);
		await server.db
			.tables<{ accounts: { id: number; role: string } }>()
			.updateTable('accounts')
			.set({ role: 'admin' })
			.where('id', '=', admin.session.id)
			.execute();
		expect(await getHandle(admin, ada)).toBeNull();
		const { device } = await subscribe(ada);
		await sendTest(await getHandle(admin, ada));
		expect(service.delivered(device)).toHaveLength(1);
	});

	test('deletes a device that no longer exists and keeps one that is unavailable', async () => {
		const [removed, busy] = [await subscribe(ada), await subscribe(ada)];
		service.respondWith(removed.device, 410);
		service.respondWith(busy.device, 503);
		expect(await sendTest(await getHandle(ada))).toEqual({ message: notificationsApiText.noDeviceReached });
		expect((await ada.client.listDevices({})).items).toMatchObject([{ id: busy.id }]);
	});

	test('rejects tokens for another account and invalid tokens', async () => {
		const invalid = { user_id: bola.session.id, fcm_token: firebase.register() };
		await expect(ada.client.storeToken({ body: invalid })).rejects.toMatchObject({ status: 403 });
		await expect(createApiClient(server).storeToken({ body: invalid })).rejects.toMatchObject({ status: 401 });
		for (const fcm_token of [
			'',
			{ endpoint: 'http://127.0.0.1/x', keys: {} },
			{ ...service.subscribe('x'), endpoint: 'https://example.com/push' },
		]) {
			await expect(ada.client.storeToken({ body: { user_id: ada.session.id, fcm_token } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { fcm_token: expect.any(String) } },
			});
		}
		expect((await ada.client.listDevices({})).items).toEqual([]);
	});

	test('assigns a browser to the account logged in there, until the session ends', async () => {
		const { device } = await subscribe(ada);
		const { id } = await bola.client.storeToken({ body: { user_id: bola.session.id, fcm_token: { ...device } } });
		expect((await ada.client.listDevices({})).items).toEqual([]);
		expect((await bola.client.listDevices({})).items).toMatchObject([{ id, current: true }]);

		const again = await createApiClient(server).logIn({ body: { email: bola.session.email, password: bola.password } });
		await bola.client.logOut({});
		expect((await createApiClient(server, again.token).listDevices({})).items).toEqual([]);
	});

	test('lets only the owner remove a device', async () => {
		const { id } = await subscribe(ada);
		const params = { id: String(id) };
		await expect(bola.client.removeDevice({ params })).rejects.toMatchObject(notFound);
		await ada.client.removeDevice({ params });
		await expect(ada.client.removeDevice({ params })).rejects.toMatchObject(notFound);
		expect(await getHandle(ada)).toBeNull();
	});

	test('deletes the oldest devices beyond the limit', async () => {
		const ids: number[] = [];
		for (let index = 0; index < notificationLimits.devices + 2; index += 1) ids.push((await subscribe(ada)).id);
		const { items } = await ada.client.listDevices({});
		expect(items.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
	});
});

describeOnBothEngines('test notifications', (engine) => {
	useServer(engine);

	test('sends once for concurrent calls with the same handle', async () => {
		const { device } = await subscribe(ada);
		const handle = await getHandle(ada);
		const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => sendTest(handle)));
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		expect(service.delivered(device)).toHaveLength(1);
	});
});

test('getPushKey returns the Firebase app only if configured, and storeToken rejects Firebase tokens otherwise', async () => {
	const [firebase, service] = [await startFirebase(), await startPushService()];
	const withFirebase = await startTestServer({ env: firebase.env });
	const without = await startTestServer();
	const person = await signUp(withFirebase);
	expect(await person.client.getPushKey()).toEqual({
		public_key: expect.stringMatching(/^[\w-]{87}$/),
		firebase: {
			projectId: 'kasuwa-test',
			apiKey: 'an-api-key',
			appId: '1:1:web:1',
			messagingSenderId: '1',
			vapidKey: null,
		},
	});
	const other = await signUp(without);
	expect((await other.client.getPushKey()).firebase).toBeNull();
	const body = { user_id: other.session.id, fcm_token: firebase.register() };
	await expect(other.client.storeToken({ body })).rejects.toMatchObject({ status: 422 });
	// By default the server accepts only known push services of browsers, and not this fake service.
	const subscription = { user_id: other.session.id, fcm_token: { ...service.subscribe('x') } };
	await expect(other.client.storeToken({ body: subscription })).rejects.toMatchObject({
		problem: { message: notificationsApiText.pushServiceUnknown },
	});
	await Promise.all([withFirebase.close(), without.close(), firebase.close(), service.close()]);
});
