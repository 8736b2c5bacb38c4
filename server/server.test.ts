import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemSchema } from '../contract/core/problem.ts';
import { createFakeClock, type FakeClock } from './testing/clock.ts';
import { createApiClient, requestUploadCapability, signUp } from './testing/people.ts';
import { makeTestEnvironment, startTestServer, type TestServer } from './testing/start-server.ts';

/** Milliseconds after which the result of a readiness check is no longer cached. */
const afterCacheExpiry = 6000;

let server: TestServer;
let clock: FakeClock;

const get = async (path: string) => {
	const response = await fetch(server.address + path);
	return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the server', () => {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		server = await startTestServer({ clock });
	});
	afterAll(() => server.close());

	test('is ready, except while its file store is missing, and always live', async () => {
		expect((await get('/health/live')).status).toBe(200);
		expect((await get('/health/ready')).status).toBe(200);
		const [folder, away] = [join(server.environment.dataDir, 'files'), join(server.environment.dataDir, 'away')];
		await rename(folder, away);
		clock.advance(afterCacheExpiry);
		const notReady = await get('/health/ready');
		expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '5']);
		expect((await get('/health/live')).status).toBe(200);
		await rename(away, folder);
		clock.advance(afterCacheExpiry);
		expect((await get('/health/ready')).status).toBe(200);
	});

	test('responds to unknown paths with a problem', async () => {
		for (const path of ['/nothing', '/api/nothing', '/api/ads/%E0%A4%A', `/${'x'.repeat(30_000)}`]) {
			const { status, text } = await get(path);
			expect(status, path.slice(0, 30)).toBeLessThan(500);
			if (status !== 431) problemSchema.parse(JSON.parse(text));
		}
	});
});

test('rejects a second server on the same data directory, and the first keeps running', async () => {
	const first = await startTestServer({ engine: 'sqlite' });
	try {
		await expect(startTestServer({ environment: first.environment })).rejects.toThrow(
			'Another server or command is already running',
		);
		expect((await createApiClient(first).getFeed({ query: {} })).items).toEqual([]);
	} finally {
		await first.close();
	}
});

describe('URLs', () => {
	test('use PUBLIC_URL if it is set, regardless of request headers', async () => {
		const own = await startTestServer({ env: { PUBLIC_URL: 'https://market.example' } });
		try {
			const person = await signUp(own);
			const response = await fetch(`${own.address}/api/uploads`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					authorization: `Bearer ${person.token}`,
					'x-forwarded-host': 'evil.example',
				},
				body: JSON.stringify({ kind: 'image', bytes: 1, file_name: 'a' }),
			});
			expect(await response.json()).toMatchObject({
				upload_url: 'https://market.example/v1_1/kasuwa/image/upload',
			});
			expect((await fetch(`${own.address}/health/live`)).headers.get('strict-transport-security')).toContain('max-age');
		} finally {
			await own.close();
		}
	});

	test('use the host of the request otherwise', async () => {
		const own = await startTestServer();
		try {
			expect((await requestUploadCapability(await signUp(own), 'image')).upload_url).toMatch(`${own.address}/`);
		} finally {
			await own.close();
		}
	});
});

test('keeps data and sessions after a restart', async () => {
	const environment = await makeTestEnvironment();
	try {
		const first = await startTestServer({ environment });
		const { token, session } = await signUp(first);
		await first.close();
		const second = await startTestServer({ environment });
		expect((await createApiClient(second, token).getMe()).id).toBe(session.id);
		await second.close();
	} finally {
		await environment.remove();
	}
});
