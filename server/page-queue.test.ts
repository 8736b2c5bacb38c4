import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../contract/client.ts';
import * as problemsText from '../contract/text/problems.ts';
import { fakeClock } from './platform/testing/clock.ts';
import { signUp } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

/** As many pages as are rendered at once, and as many as one caller may have waiting. */
const atOnce = 2;
const waitingPerCaller = 16;
const second = 1000;

let server: TestServer;
let clock = fakeClock();
/** Addresses in the order in which their rendering began. */
let rendered: string[] = [];
/** Renderings that wait until the test lets them end. */
let held: (() => void)[] = [];
let holding = false;

/** A page that shows the feed. */
async function render({ url }: Request, client: Client): Promise<Response> {
	const { pathname, search } = new URL(url);
	rendered.push(pathname + search);
	if (holding) await new Promise<void>((resolve) => held.push(resolve));
	const { items } = await client.getFeed({ query: {} });
	return new Response(`${pathname}${search} ${items.map(({ title }) => title)}`);
}

beforeEach(async () => {
	[clock, rendered, held, holding] = [fakeClock(), [], [], false];
	server = await startTestServer({
		clock,
		render,
		getSearchParamNames: (pathname) => (pathname === '/search' ? ['q', 'kind'] : []),
	});
});
afterEach(() => {
	letGo();
	return server.close();
});

function letGo() {
	holding = false;
	for (const end of held.splice(0)) end();
}

interface Asked {
	answer: Promise<{ status: number; retryAfter: string | undefined; type: string | undefined; body: string }>;
	hangUp(): void;
}

/** Asks for a page from an address of loopback: 127.0.0.1 is one caller, 127.0.0.2 another. */
function ask(path: string, caller = 1): Asked {
	const request = get(`${server.address}${path}`, { localAddress: `127.0.0.${caller}`, agent: false });
	const answer = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject));
	return {
		answer: answer.then(async (message) => ({
			status: message.statusCode ?? 0,
			retryAfter: message.headers['retry-after'],
			type: message.headers['content-type'],
			body: await text(message),
		})),
		hangUp: () => request.destroy(),
	};
}

const open = async (path: string, caller?: number) => (await ask(path, caller).answer).body;

/** Keeps as many pages of others in rendering as are rendered at once. */
async function keepBusy(): Promise<void> {
	holding = true;
	for (let count = 0; count < atOnce; count += 1) void ask(`/busy/${count}`, 8 + count).answer;
	await expect.poll(() => held.length).toBe(atOnce);
}

/** Fills a caller's line, one page beyond its end, which is refused. */
async function fillLine(caller: number) {
	const asked = Array.from({ length: waitingPerCaller + 1 }, (_, index) => ask(`/${caller}/${index}`, caller));
	// They stand in line once one of them is refused.
	const refused = await Promise.race(asked.map(({ answer }) => answer));
	return { asked, refused };
}

describe('a page is one for all addresses that differ', () => {
	test('in parameters that it does not declare', async () => {
		const bodies = new Set<string>();
		for (const query of ['', '?fbclid=1', '?fbclid=2', '?utm_source=x&gclid=3', '?q=phone', '?__proto__=1'])
			bodies.add(await open(`/terms${query}`));
		expect([...bodies]).toHaveLength(1);
		expect(rendered).toEqual(['/terms']);
	});

	test('in the order, the spelling and the repetition of those that it declares', async () => {
		for (const query of ['q=red+shoes&kind=ads', 'kind=ads&fbclid=1&q=red%20shoes', 'q=red+shoes&q=blue&kind=ads'])
			await open(`/search?${query}`);
		expect(rendered).toEqual(['/search?q=red+shoes&kind=ads']);
	});

	test('in a value too long to be meant', async () => {
		for (const letter of ['a', 'b']) await open(`/search?kind=ads&q=${letter.repeat(2001)}`);
		expect(rendered).toEqual(['/search?kind=ads']);
	});
});

test('an address that names another host is no page', async () => {
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

describe('while one caller asks for many pages', () => {
	test('another has every second turn, and what goes beyond a line is refused', async () => {
		await keepBusy();
		const lines = [await fillLine(1), await fillLine(2)];
		for (const { refused } of lines) {
			expect(refused).toMatchObject({ status: 503, retryAfter: '5', type: 'text/html; charset=utf-8' });
			expect(refused.body).toContain(problemsText.busyHint);
		}
		letGo();
		const answers = await Promise.all(lines.flatMap(({ asked }) => asked.map(({ answer }) => answer)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(2 * waitingPerCaller);
		const turns = rendered.slice(atOnce).map((path) => path.split('/')[1]);
		expect(turns).toEqual(Array.from({ length: 2 * waitingPerCaller }, (_, index) => String((index % 2) + 1)));
	});

	test('the same page is rendered once for all who wait for it', async () => {
		await keepBusy();
		await fillLine(1);
		const same = [2, 3, 2].map((caller) => ask('/same', caller));
		await expect.poll(connections).toBe(atOnce + waitingPerCaller + same.length);
		letGo();
		for (const { answer } of same) expect(await answer).toMatchObject({ status: 200 });
		expect(rendered.filter((path) => path === '/same')).toHaveLength(1);
	});

	test('who hangs up leaves the line', async () => {
		await keepBusy();
		const { asked } = await fillLine(2);
		for (const { answer, hangUp } of asked) {
			answer.catch(() => {});
			hangUp();
		}
		await expect.poll(connections).toBe(atOnce);
		const { asked: next } = await fillLine(2);
		letGo();
		await Promise.all(next.map(({ answer }) => answer));
		expect(rendered).toHaveLength(atOnce + waitingPerCaller);
	});
});

describe('a page that is too old', () => {
	test('is served while all places are taken, and rendered anew in its turn', async () => {
		const first = await open('/old', 2);
		clock.advance(16 * second);
		await keepBusy();
		expect(await open('/old', 2)).toBe(first);
		expect(rendered.filter((path) => path === '/old')).toHaveLength(1);
		letGo();
		await expect.poll(() => rendered.filter((path) => path === '/old')).toHaveLength(2);
	});

	test('is served to who is refused, for a minute and no longer', async () => {
		const first = await open('/old', 2);
		clock.advance(74 * second);
		await keepBusy();
		await fillLine(2);
		expect(await open('/old', 2)).toBe(first);
		clock.advance(second);
		expect(await ask('/old', 2).answer).toMatchObject({ status: 503 });
	});

	test('is never served once what it shows has changed', async () => {
		const seller = await signUp(server);
		const id = await seedAd(server, seller, { title: 'A red lamp' });
		expect(await open('/old', 2)).toContain('A red lamp');
		clock.advance(16 * second);
		await keepBusy();
		await fillLine(2);
		expect(await open('/old', 2)).toContain('A red lamp');
		await seller.client.deleteAd({ params: { id: String(id) } });
		expect(await ask('/old', 2).answer).toMatchObject({ status: 503 });
		letGo();
		await expect.poll(() => open('/old', 2)).not.toContain('A red lamp');
	});
});

function connections(): Promise<number> {
	return new Promise((resolve, reject) =>
		server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
	);
}
