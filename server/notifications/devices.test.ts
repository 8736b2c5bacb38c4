import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';
import * as notificationsApiText from '../../contract/text/notifications-api.ts';
import type { Engine } from '../platform/database/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import {
	type LoopbackFirebase,
	type LoopbackPushService,
	startFirebase,
	startPushService,
} from '../platform/testing/push-service.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let service: LoopbackPushService;
let firebase: LoopbackFirebase;
let ada: TestPerson;
let bola: TestPerson;

/** A browser of somebody's subscribes and is kept. */
async function subscribe({ client, session }: TestPerson) {
	const { public_key } = await client.getPushKey();
	const device = service.subscribe(public_key);
	const { id } = await client.storeToken({ body: { user_id: session.id, fcm_token: { ...device } } });
	return { id, device };
}

const handleOf = async (asking: TestPerson, about = asking) =>
	(await asking.client.getSendHandle({ params: { userId: String(about.session.id) } })).fcm_token;
const sendTest = (fcm_token: unknown) => createApiClient(server).sendNotification({ body: { fcm_token } });
const nothing = { status: 404, problem: { code: 'not_found' } };

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = fakeClock(Date.now());
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

	test('a test notification reaches every device of an account, and no other', async () => {
		const [phone, laptop] = [await subscribe(ada), await subscribe(ada)];
		const { device: other } = await subscribe(bola);
		const registration = firebase.register();
		await ada.client.storeToken({ body: { user_id: ada.session.id, fcm_token: registration } });

		expect(await sendTest(await handleOf(ada))).toEqual({ message: messages.notificationSent });
		const shown = {
			notification: { title: 'Kasuwa', body: notificationsApiText.testMessage, icon: expect.any(String) },
		};
		expect(service.delivered(phone.device)).toMatchObject([shown]);
		expect(service.delivered(laptop.device)).toMatchObject([shown]);
		expect(firebase.delivered(registration)).toMatchObject([{ data: { path: '/notifications' } }]);
		expect(service.delivered(other)).toEqual([]);
	});

	test('a handle works once, for a minute, and is nothing but a handle', async () => {
		const { device } = await subscribe(ada);
		const handle = await handleOf(ada);
		expect(handle).not.toContain(device.endpoint);
		await sendTest(handle);
		await expect(sendTest(handle)).rejects.toMatchObject(nothing);

		const late = await handleOf(ada);
		clock.advance(limits.sendHandleTtl);
		await expect(sendTest(late)).rejects.toMatchObject(nothing);

		const before = service.countRequests();
		for (const wrong of ['', 'x', 4, null, { ...device }, [handle], device.endpoint, 'x'.repeat(43)]) {
			await expect(sendTest(wrong), JSON.stringify(wrong)).rejects.toMatchObject(nothing);
		}
		expect(service.countRequests()).toBe(before);
	});

	test('only an administrator looks others up, and without devices there is no handle', async () => {
		await expect(handleOf(bola, ada)).rejects.toMatchObject({ status: 403 });
		expect(await handleOf(ada)).toBeNull();
		const boss = await signUp(server);
		await server.db
			.tables<{ accounts: { id: number; role: string } }>()
			.updateTable('accounts')
			.set({ role: 'admin' })
			.where('id', '=', boss.session.id)
			.execute();
		expect(await handleOf(boss, ada)).toBeNull();
		const { device } = await subscribe(ada);
		await sendTest(await handleOf(boss, ada));
		expect(service.delivered(device)).toHaveLength(1);
	});

	test('a device that is gone is forgotten, one that is busy is not', async () => {
		const [gone, busy] = [await subscribe(ada), await subscribe(ada)];
		service.respondWith(gone.device, 410);
		service.respondWith(busy.device, 503);
		expect(await sendTest(await handleOf(ada))).toEqual({ message: notificationsApiText.noDeviceReached });
		expect((await ada.client.listDevices({})).items).toMatchObject([{ id: busy.id }]);
	});

	test('a token is kept for its own account only', async () => {
		const wrong = { user_id: bola.session.id, fcm_token: firebase.register() };
		await expect(ada.client.storeToken({ body: wrong })).rejects.toMatchObject({ status: 403 });
		await expect(createApiClient(server).storeToken({ body: wrong })).rejects.toMatchObject({ status: 401 });
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

	test('a browser belongs to who is logged in there, until the session ends', async () => {
		const { device } = await subscribe(ada);
		const { id } = await bola.client.storeToken({ body: { user_id: bola.session.id, fcm_token: { ...device } } });
		expect((await ada.client.listDevices({})).items).toEqual([]);
		expect((await bola.client.listDevices({})).items).toMatchObject([{ id, current: true }]);

		const again = await createApiClient(server).logIn({ body: { email: bola.session.email, password: bola.password } });
		await bola.client.logOut({});
		expect((await createApiClient(server, again.token).listDevices({})).items).toEqual([]);
	});

	test('are removed by their owner alone', async () => {
		const { id } = await subscribe(ada);
		const params = { id: String(id) };
		await expect(bola.client.removeDevice({ params })).rejects.toMatchObject(nothing);
		await ada.client.removeDevice({ params });
		await expect(ada.client.removeDevice({ params })).rejects.toMatchObject(nothing);
		expect(await handleOf(ada)).toBeNull();
	});

	test('the oldest go where there are too many', async () => {
		const ids: number[] = [];
		for (let index = 0; index < limits.devices + 2; index += 1) ids.push((await subscribe(ada)).id);
		const { items } = await ada.client.listDevices({});
		expect(items.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
	});
});

onBothEngines('test notifications', (engine) => {
	useServer(engine);

	test('two who send the same handle at once send once', async () => {
		const { device } = await subscribe(ada);
		const handle = await handleOf(ada);
		const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => sendTest(handle)));
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		expect(service.delivered(device)).toHaveLength(1);
	});
});

test('Firebase is told to browsers where it is configured, and takes no tokens where it is not', async () => {
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
	// The services of browsers only, unless the code says otherwise.
	const subscription = { user_id: other.session.id, fcm_token: { ...service.subscribe('x') } };
	await expect(other.client.storeToken({ body: subscription })).rejects.toMatchObject({
		problem: { message: notificationsApiText.pushServiceUnknown },
	});
	await Promise.all([withFirebase.close(), without.close(), firebase.close(), service.close()]);
});
