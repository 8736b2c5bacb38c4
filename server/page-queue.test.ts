import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../contract/core/client.ts';
import * as problemsText from '../text/shared/problems.ts';
import { createFakeClock } from './testing/clock.ts';
import { signUp } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

/** Limits of the server: pages that render at once, and pages that one caller may have in the queue. */
const concurrency = 2;
const queueLength = 16;
const second = 1000;

let server: TestServer;
let clock = createFakeClock();
/** Paths of pages in the order in which their rendering started. */
let rendered: string[] = [];
/** Functions that end the blocked renderings. */
let blocked: (() => void)[] = [];
let isBlocking = false;

async function render({ url }: Request, client: Client): Promise<Response> {
	const { pathname, search } = new URL(url);
	rendered.push(pathname + search);
	if (isBlocking) await new Promise<void>((resolve) => blocked.push(resolve));
	const { items } = await client.getFeed({ query: {} });
	return new Response(`${pathname}${search} ${items.map(({ title }) => title)}`);
}

beforeEach(async () => {
	[clock, rendered, blocked, isBlocking] = [createFakeClock(), [], [], false];
	server = await startTestServer({
		clock,
		render,
		getSearchParamNames: (pathname) => (pathname === '/search' ? ['q', 'kind'] : []),
	});
});
afterEach(() => {
	release();
	return server.close();
});

function release() {
	isBlocking = false;
	for (const end of blocked.splice(0)) end();
}

interface PageRequest {
	response: Promise<{ status: number; retryAfter: string | undefined; type: string | undefined; body: string }>;
	abort(): void;
}

/** Requests a page from the loopback address 127.0.0.`caller`, because the server identifies a caller by the address. */
function requestPage(path: string, caller = 1): PageRequest {
	const request = get(`${server.address}${path}`, { localAddress: `127.0.0.${caller}`, agent: false });
	const response = new Promise<IncomingMessage>((resolve, reject) =>
		request.on('response', resolve).on('error', reject),
	);
	return {
		response: response.then(async (message) => ({
			status: message.statusCode ?? 0,
			retryAfter: message.headers['retry-after'],
			type: message.headers['content-type'],
			body: await text(message),
		})),
		abort: () => request.destroy(),
	};
}

const fetchPage = async (path: string, caller?: number) => (await requestPage(path, caller).response).body;

/** Blocks all renderers with pages of other callers. */
async function occupyRenderers(): Promise<void> {
	isBlocking = true;
	for (let count = 0; count < concurrency; count += 1) void requestPage(`/busy/${count}`, 8 + count).response;
	await expect.poll(() => blocked.length).toBe(concurrency);
}

/** Requests one page more than fits into the queue of a caller. Waits until the server rejects one of them. */
async function fillQueue(caller: number) {
	const requests = Array.from({ length: queueLength + 1 }, (_, index) => requestPage(`/${caller}/${index}`, caller));
	// A rejected page shows that the queue is full.
	const rejected = await Promise.race(requests.map(({ response }) => response));
	return { requests, rejected };
}

describe('one cached page serves all paths that differ', () => {
	test('in undeclared parameters', async () => {
		const bodies = new Set<string>();
		for (const query of ['', '?fbclid=1', '?fbclid=2', '?utm_source=x&gclid=3', '?q=phone', '?__proto__=1'])
			bodies.add(await fetchPage(`/terms${query}`));
		expect([...bodies]).toHaveLength(1);
		expect(rendered).toEqual(['/terms']);
	});

	test('in order, encoding and repetition of declared parameters', async () => {
		for (const query of ['q=red+shoes&kind=ads', 'kind=ads&fbclid=1&q=red%20shoes', 'q=red+shoes&q=blue&kind=ads'])
			await fetchPage(`/search?${query}`);
		expect(rendered).toEqual(['/search?q=red+shoes&kind=ads']);
	});

	test('in a parameter value beyond the maximum length', async () => {
		for (const letter of ['a', 'b']) await fetchPage(`/search?kind=ads&q=${letter.repeat(2001)}`);
		expect(rendered).toEqual(['/search?kind=ads']);
	});
});

test('returns 404 for paths that name another host', async () => {
	const { port } = new URL(server.address);
	for (const path of ['http://elsewhere.example//x', '/.//elsewhere.example', '//elsewhere.example']) {
		const request = get({ host: '127.0.0.1', port, path });
		const status = await new Promise((resolve, reject) =>
			request.on('response', (message) => resolve(message.resume().statusCode)).on('error', reject),
		);
		expect([path, status]).toEqual([path, 404]);
	}
	expect(rendered).toEqual([]);
});

describe('while one caller requests many pages', () => {
	test('takes turns with other callers, and rejects pages beyond the queue', async () => {
		await occupyRenderers();
		const queues = [await fillQueue(1), await fillQueue(2)];
		for (const { rejected } of queues) {
			expect(rejected).toMatchObject({ status: 503, retryAfter: '5', type: 'text/html; charset=utf-8' });
			expect(rejected.body).toContain(problemsText.busyHint);
		}
		release();
		const responses = await Promise.all(queues.flatMap(({ requests }) => requests.map(({ response }) => response)));
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(2 * queueLength);
		const turns = rendered.slice(concurrency).map((path) => path.split('/')[1]);
		expect(turns).toEqual(Array.from({ length: 2 * queueLength }, (_, index) => String((index % 2) + 1)));
	});

	test('renders the same page once for all who wait for it', async () => {
		await occupyRenderers();
		await fillQueue(1);
		const same = [2, 3, 2].map((caller) => requestPage('/same', caller));
		await expect.poll(connections).toBe(concurrency + queueLength + same.length);
		release();
		for (const { response } of same) expect(await response).toMatchObject({ status: 200 });
		expect(rendered.filter((path) => path === '/same')).toHaveLength(1);
	});

	test('removes aborted requests from the queue', async () => {
		await occupyRenderers();
		const { requests } = await fillQueue(2);
		for (const { response, abort } of requests) {
			response.catch(() => {});
			abort();
		}
		await expect.poll(connections).toBe(concurrency);
		const { requests: next } = await fillQueue(2);
		release();
		await Promise.all(next.map(({ response }) => response));
		expect(rendered).toHaveLength(concurrency + queueLength);
	});
});

describe('a stale page', () => {
	test('is served while all renderers are busy, and rendered again in turn', async () => {
		const first = await fetchPage('/old', 2);
		clock.advance(16 * second);
		await occupyRenderers();
		expect(await fetchPage('/old', 2)).toBe(first);
		expect(rendered.filter((path) => path === '/old')).toHaveLength(1);
		release();
		await expect.poll(() => rendered.filter((path) => path === '/old')).toHaveLength(2);
	});

	test('is served instead of an error for up to a minute', async () => {
		const first = await fetchPage('/old', 2);
		clock.advance(74 * second);
		await occupyRenderers();
		await fillQueue(2);
		expect(await fetchPage('/old', 2)).toBe(first);
		clock.advance(second);
		expect(await requestPage('/old', 2).response).toMatchObject({ status: 503 });
	});

	test('is never served after its data changed', async () => {
		const seller = await signUp(server);
		const id = await seedAd(server, seller, { title: 'A red lamp' });
		expect(await fetchPage('/old', 2)).toContain('A red lamp');
		clock.advance(16 * second);
		await occupyRenderers();
		await fillQueue(2);
		expect(await fetchPage('/old', 2)).toContain('A red lamp');
		await seller.client.deleteAd({ params: { id: String(id) } });
		expect(await requestPage('/old', 2).response).toMatchObject({ status: 503 });
		release();
		await expect.poll(() => fetchPage('/old', 2)).not.toContain('A red lamp');
	});
});

function connections(): Promise<number> {
	return new Promise((resolve, reject) =>
		server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
	);
}
