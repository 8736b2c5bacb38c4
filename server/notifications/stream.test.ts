import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import {
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';

let environment: TestEnvironment;
let server: TestServer;
let other: TestServer;

const path = '/api/notifications/stream';

async function openTab({ address }: TestServer, token: string) {
	const abort = new AbortController();
	const response = await fetch(address + path, {
		headers: { authorization: `Bearer ${token}` },
		signal: abort.signal,
	});
	expect(response.status).toBe(200);
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	return {
		response,
		/** Returns the next unread count, or null after the end of the stream. */
		async next(): Promise<number | null> {
			for (;;) {
				const [, data, rest] = /^(?:: here\n\n)*event: notices\ndata: (.*)\n\n([\s\S]*)$/.exec(text) ?? [];
				if (data !== undefined) {
					text = rest ?? '';
					return JSON.parse(data).unread;
				}
				const { value, done } = (await reader?.read()) ?? { done: true };
				if (done) return null;
				text += value;
			}
		},
		close: () => abort.abort(),
	};
}

const like = (person: TestPerson, id: number) => person.client.like({ params: { target: 'ads', id: String(id) } });

describeOnBothEngines('notification stream', (engine) => {
	beforeAll(async () => {
		environment = await makeTestEnvironment({ engine });
		server = await startTestServer({ environment });
		// With SQLite, only one server process can use the database.
		other = engine === 'postgres' ? await startTestServer({ environment, runJobs: false }) : server;
	});
	afterAll(async () => {
		if (other !== server) await other.close();
		await server.close();
		await environment.remove();
	});

	test('sends the unread count immediately, from any process', async () => {
		const [ada, bola] = [await signUp(server), await signUp(server)];
		const id = await seedAd(server, ada);
		const tab = await openTab(other, ada.token);
		const otherTab = await openTab(other, bola.token);
		expect(tab.response.headers.get('content-type')).toContain('text/event-stream');
		expect(await tab.next()).toBe(0);
		expect(await otherTab.next()).toBe(0);
		const from = performance.now();
		await like(bola, id);
		expect(await tab.next()).toBe(1);
		// The limit is generous for a busy machine. Without a push, the tab would wait at least 25 s.
		expect(performance.now() - from).toBeLessThan(10_000);
		const { up_to } = await ada.client.listNotices({ query: {} });
		await ada.client.readNotices({ body: { up_to: up_to ?? 0 } });
		expect(await tab.next()).toBe(0);
		tab.close();
		otherTab.close();
	});

	test('returns 404 for HEAD', async () => {
		const { token } = await signUp(server);
		const headers = { authorization: `Bearer ${token}` };
		const response = await fetch(`${server.address}/api/notifications/stream`, { method: 'HEAD', headers });
		expect(response.status).toBe(404);
	});

	test('requires a session', async () => {
		for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
			expect((await fetch(server.address + path, { headers })).status).toBe(401);
		}
	});
});

test('the notification stream ends with its session and with the server', async () => {
	const server = await startTestServer({ sessionCheckInterval: 50 });
	const [ada, bola] = [await signUp(server), await signUp(server)];
	const [tab, stays] = [await openTab(server, ada.token), await openTab(server, bola.token)];
	expect([await tab.next(), await stays.next()]).toEqual([0, 0]);
	await createApiClient(server, ada.token).logOut({});
	expect(await tab.next()).toBeNull();
	await server.close();
	expect(await stays.next()).toBeNull();
});
