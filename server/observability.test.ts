import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultEngine } from './testing/database.ts';
import { createApiClient, goodPassword, postPictureAd, signUp, type TestPerson } from './testing/people.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

const token = 'a-token-for-prometheus';

let server: TestServer;
let seller: TestPerson;
let log: string[] = [];

async function fetchMetrics(bearer?: string) {
	const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
	const response = await fetch(`${server.address}/metrics`, { headers });
	return { status: response.status, text: await response.text() };
}

async function createAdmin(): Promise<TestPerson> {
	const person = await signUp(server);
	const accounts = server.db.tables<{ accounts: { id: number; role: string } }>();
	await accounts.updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
	return person;
}

describe('observability', () => {
	beforeAll(async () => {
		log = [];
		const logDestination = { write: (line: string) => void log.push(line) };
		server = await startTestServer({ logDestination, env: { METRICS_TOKEN: token, LOG_LEVEL: 'trace' } });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	test('serves metrics to Prometheus with the token and to administrators only', async () => {
		await createApiClient(server).getFeed({ query: {} });
		await postPictureAd(seller);
		expect((await fetchMetrics()).status).toBe(401);
		expect((await fetchMetrics('another-token-altogether')).status).toBe(401);
		expect((await fetchMetrics(seller.token)).status).toBe(403);
		expect((await fetchMetrics((await createAdmin()).token)).status).toBe(200);
		const { status, text } = await fetchMetrics(token);
		expect(status).toBe(200);
		expect(text).toContain('http_request_duration_seconds_count{route="GET /api/feed",status="200"} 1');
		expect(text).toContain('http_request_duration_seconds_count{route="POST /api/ads",status="201"} 1');
		expect(text).toMatch(/http_request_bytes_total\{route="POST \/v1_1\/[^"]*"\} [1-9]/);
		expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
		expect(text).toMatch(/^jobs\{state="failed"\} 0$/m);
		expect(/^database_connections\{state="open"\} [1-9]/m.test(text)).toBe(defaultEngine === 'postgres');
		// User names and ids must not become label values of metrics.
		expect(text).not.toContain(seller.session.user_name);
	});

	test('logs account, request and duration, and no secrets', async () => {
		log = [];
		const secret = 'wrong kettle on monday';
		const { email } = seller.session;
		const send = (path: string, body: unknown, headers = {}) =>
			fetch(server.address + path, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body: JSON.stringify(body),
			});
		await send('/api/login', { email, password: secret });
		await send('/api/login', { email, password: goodPassword, code: '987654', phone: '08031234567' });
		await send('/api/email/verify', { token: 'verify-me-4711' });
		await send(
			'/api/auth/google/callback?state=st4te-secret&code=c0de-secret',
			{},
			{ authorization: 'Bearer bearer-secret' },
		);
		await fetch(`${server.address}/api/auth/google/callback?state=st4te-secret&code=c0de-secret`);
		await fetch(`${server.address}/verify-email?token=verify-me-4711`, { method: 'POST' });
		await seller.client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
		await createApiClient(server).sendInsights({
			body: { day_key: 'a'.repeat(16), insights: [{ type: 'pageview', route: '/', path: '/' }] },
		});
		const lines = log.map((line) => JSON.parse(line));
		expect(lines.find(({ path }) => path === '/api/posts')).toMatchObject({
			account: seller.session.id,
			method: 'POST',
			status: 201,
			milliseconds: expect.any(Number),
		});
		expect(lines.find(({ path }) => path === '/api/login')).toMatchObject({ status: 422 });
		// Every page sends insights (usage data), so log lines for them would fill the log.
		expect(lines.find(({ path }) => path === '/api/insights')).toBeUndefined();
		const secrets = [secret, goodPassword, '987654', '08031234567', 'verify-me', 'st4te', 'c0de', 'bearer-secret'];
		for (const value of [...secrets, seller.token]) expect(log.join('')).not.toContain(value);
	});
});
