import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError, type Client, createClient } from '../contract/core/client.ts';
import * as problemsText from '../text/shared/problems.ts';

const token = 'a-session-token';
const jsonApi = 'application/vnd.api+json';

interface Received {
	request: string;
	headers: IncomingHttpHeaders;
	body: unknown;
}

let server: Server;
let client: Client;
let received: Received[];
let response: { status: number; body: string };

beforeAll(async () => {
	server = createServer(async (request, reply) => {
		const body = await text(request);
		received.push({
			request: `${request.method} ${request.url}`,
			headers: request.headers,
			body: body === '' ? undefined : JSON.parse(body),
		});
		reply.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	client = createClient(async ({ method, path, headers, body }) => {
		const reply = await fetch(address + path, { method, headers, body: body ?? null });
		return { status: reply.status, text: await reply.text() };
	});
});
afterAll(() => server.close());
beforeEach(() => {
	received = [];
	response = { status: 200, body: '{}' };
});

const logIn = { email: 'boss@example.com', password: 'a market of our own' };
const enrollment = {
	name: 'Ada',
	email: 'ada@example.com',
	phone: '0803',
	coursetype: 'Web Hacking Essentials',
	courseTitle: 'Web Hacking Essentials',
};
const videoAd = {
	titlevideourl: 'https://media.example/a.mp4',
	user_id: 7,
	user_name: 'ada',
	categories: "Men's Shoes" as const,
	description: 'New shoes.',
};
const pushToken = { user_id: 7, fcm_token: 'a-push-token' };

/** API calls in section 7 of the specification, except call 4, which is a form. */
const calls: Record<string, { send: () => Promise<unknown>; request: string; headers: object; body?: unknown }> = {
	'1, the login of administrators': {
		send: () => client.adminLogIn({ body: logIn }),
		request: 'POST /api/admin/login',
		headers: { 'content-type': 'application/json' },
		body: logIn,
	},
	"2, Google's address": {
		send: () => client.getGoogleAddress(),
		request: 'GET /api/admin/login',
		headers: { 'content-type': 'application/json', accept: jsonApi },
	},
	'3, an enrollment': {
		send: () => client.enroll({ body: enrollment }),
		request: 'POST /api/learning',
		headers: { 'content-type': jsonApi },
		body: enrollment,
	},
	'5, the metadata of a video': {
		send: () => client.createVideoAd({ body: videoAd }, { token }),
		request: 'POST /videotest',
		headers: { accept: jsonApi, 'content-type': 'application/json', authorization: `Bearer ${token}` },
		body: videoAd,
	},
	'6, a video': {
		send: () => client.getVideoAd({ params: { id: '7', description: 'New shoes / Lagos?' } }),
		request: 'GET /sellerstories/7/New%20shoes%20%2F%20Lagos%3F',
		headers: {},
	},
	'7, a push token': {
		send: () => client.storeToken({ body: pushToken }, { token }),
		request: 'POST /api/store-token',
		headers: { authorization: `Bearer ${token}` },
		body: pushToken,
	},
	'8, the push token of an account': {
		send: () => client.getSendHandle({ params: { userId: '7' } }, { token }),
		request: 'GET /api/send-notification/7',
		headers: { authorization: `Bearer ${token}` },
	},
	'9, a test notification': {
		send: () => client.sendNotification({ body: { fcm_token: 'a-push-token' } }),
		request: 'POST /api/send-notification',
		headers: {},
		body: { fcm_token: 'a-push-token' },
	},
};

describe("the specification's calls", () => {
	test.each(Object.entries(calls))('sends call %s, as written', async (_, { send, request, headers, body }) => {
		await send();
		expect(received).toMatchObject([{ request, headers }]);
		expect(received[0]?.body).toEqual(body);
		if (!('authorization' in headers)) expect(received[0]?.headers).not.toHaveProperty('authorization');
	});

	test.each([201, 202, 204, 206])('treats status %d as a failure of the administrator login', async (status) => {
		response = { status, body: status === 204 ? '' : '{"token":"x"}' };
		const failure = await client.adminLogIn({ body: logIn }).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(ApiError);
		expect(failure).toMatchObject({ status, message: problemsText.unexplained(status) });
	});

	test('requires status 200 for the administrator login, and any 2xx for other calls', async () => {
		response = { status: 200, body: '{"token":"x"}' };
		expect(await client.adminLogIn({ body: logIn })).toEqual({ token: 'x' });
		response = { status: 201, body: '{"token":"x"}' };
		expect(await client.signUp({ body: { ...logIn, user_name: 'ada' } })).toEqual({ token: 'x' });
	});
});
