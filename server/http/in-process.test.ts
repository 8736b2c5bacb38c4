import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiError, Client } from '../../contract/core/client.ts';
import { createApiClient, signUp } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { createInProcessClient } from './in-process.ts';

let server: TestServer;
let client: Client;
let responses: { status: number; tags: readonly string[] }[] = [];
let ad: string;

beforeAll(async () => {
	server = await startTestServer();
	client = createInProcessClient(server.app, (response) => responses.push(response));
	ad = String(await seedAd(server, await signUp(server)));
});
afterAll(() => server.close());

const getError = (call: Promise<unknown>) => call.then(() => null).catch((error: ApiError) => error);

test('returns what a visitor gets over HTTP, and its cache tags', async () => {
	responses = [];
	const visitor = createApiClient(server);
	expect(await client.getAd({ params: { id: ad } })).toEqual(await visitor.getAd({ params: { id: ad } }));
	expect(await client.getFeed({ query: { limit: 1 } })).toEqual(await visitor.getFeed({ query: { limit: 1 } }));
	expect(responses).toMatchObject([
		{ status: 200, tags: expect.arrayContaining([`ad:${ad}`]) },
		{ status: 200, tags: expect.arrayContaining([`ad:${ad}`]) },
	]);
});

test.each([
	['a missing resource', 404, 'not_found', () => client.getAd({ params: { id: '1000000' } })],
	['invalid input', 422, 'invalid', () => client.getFeed({ query: { limit: 1000 } })],
	['an endpoint that needs a session', 401, 'unauthenticated', () => client.getMe()],
])('throws the error of %s, without tags', async (_, status, code, call) => {
	responses = [];
	expect(await getError(call())).toMatchObject({ name: 'ApiError', status, problem: { code } });
	expect(responses).toEqual([{ status, tags: [] }]);
});

test('has no endpoint that writes', () => {
	expect(client.like).toBeUndefined();
	expect(client.logIn).toBeUndefined();
});
