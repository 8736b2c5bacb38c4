import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { runServer } from '../e2e/support/run-server.ts';
import { startTestServer } from '../server/testing/start-server.ts';
import { describeLatency } from './support/latency.ts';
import { rounds } from './support/run-length.ts';

// 930 a minute stay below the limit of reads by one address.
const attacksASecond = 15.5;
const quietSeconds = rounds({ short: 1, long: 10 });
const attackSeconds = rounds({ short: 2, long: 15 });
const metricsToken = 'the-figures-of-this-test';

interface Attacked {
	address: string;
	stop(): Promise<void>;
}

let server: Attacked;
/** Loopback has 16 million addresses: each attack and each measurement is a caller of its own. */
let callers = 1;
const nextCaller = () => `127.0.${callers >> 8}.${++callers & 255}`;

function ask(path: string, localAddress: string, agent?: Agent): Promise<{ status: number; milliseconds: number }> {
	const begun = performance.now();
	return new Promise((resolve, reject) => {
		get(`${server.address}${path}`, { localAddress, ...(agent && { agent }) }, (answer) => {
			answer.resume();
			answer.on('error', reject);
			answer.on('end', () => resolve({ status: answer.statusCode ?? 0, milliseconds: performance.now() - begun }));
		}).on('error', reject);
	});
}

/** Asks for the feed and the home page in turn until `ends`, and says how long they took. */
async function measure(ends: number): Promise<string> {
	const caller = nextCaller();
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const took: Record<string, number[]> = { '/api/feed': [], '/': [] };
	while (Date.now() < ends) {
		for (const [path, times] of Object.entries(took)) {
			const { status, milliseconds } = await ask(path, caller, agent);
			expect(status).toBe(200);
			times.push(milliseconds);
			await wait(20);
		}
	}
	agent.destroy();
	return Object.entries(took)
		.map(([path, times]) => `${path} ${describeLatency(times)}`)
		.join(', ');
}

async function attack(pathOf: (count: number) => string, ends: number): Promise<Map<number, number>> {
	const caller = nextCaller();
	const asked: Promise<{ status: number }>[] = [];
	for (let begun = Date.now(); Date.now() < ends; ) {
		asked.push(ask(pathOf(asked.length), caller));
		await wait(Math.max(0, begun + (asked.length * 1000) / attacksASecond - Date.now()));
	}
	const statuses = new Map<number, number>();
	for (const { status } of await Promise.all(asked)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
	return statuses;
}

const random = () => Math.random().toString(36).slice(2);

/** The product with its sample content, once that is ready. */
async function startProduct(): Promise<Attacked> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-page-attack-'));
	const env = { SAMPLE_CONTENT: 'on', LOG_LEVEL: 'info', METRICS_TOKEN: metricsToken };
	const { address, waitForOutput, stop } = await runServer('main/web.ts', folder, env);
	await waitForOutput(/sample content added/);
	// Films are made playable after that, which takes the processors.
	const ready = async () => {
		const found = await fetch(`${address}/api/feed?format=video&limit=50`);
		const { items } = (await found.json()) as { items: { state: string }[] };
		if (items.length === 0 || items.some(({ state }) => state !== 'ready')) throw new Error('The films are not ready');
	};
	await vi.waitFor(ready, { timeout: 120_000, interval: 500 });
	return { address, stop: () => stop().finally(() => rm(folder, { recursive: true, force: true })) };
}

/** A server whose pages take a few milliseconds of the processor: it needs no built web app. */
async function startStub(): Promise<Attacked> {
	const { address, close } = await startTestServer({
		env: { METRICS_TOKEN: metricsToken },
		async render({ url }, client) {
			const { items } = await client.getFeed({ query: {} });
			for (const ends = performance.now() + 5; performance.now() < ends; );
			return new Response(`${url} ${items.length}`);
		},
		getSearchParamNames: (pathname) => (pathname === '/search' ? ['q', 'max'] : []),
	});
	return { address, stop: close };
}

beforeAll(async () => {
	server = inject('isEndurance') ? await startProduct() : await startStub();
	// What runs for the first time is slow.
	await measure(Date.now() + quietSeconds * 300);
}, 300_000);
afterAll(() => server.stop());

async function renderedPages(): Promise<number> {
	const answer = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
	return Number(/^pages_rendered_total (\d+)/m.exec(await answer.text())?.[1]);
}

type Attack = [name: string, pathOf: ((count: number) => string) | null, isOnePage?: boolean];

const bornQuietly: Attack = ['unique addresses of one page', () => `/search?q=phone&fbclid=${random()}`, true];
/** What these cost is to be compared by who reads the figures. */
const measured: Attack[] = [
	['nothing', null],
	['unique searches', (count) => `/search?q=phone&max=${1_000_000 + count}`],
	['unique paths', () => `/${random()}`],
	['unique names of one ad', () => `/feed/1/${random()}`],
];

test.each(inject('isEndurance') ? [...measured, bornQuietly] : [bornQuietly])('%s', async (name, pathOf, isOnePage) => {
	const before = await renderedPages();
	const ends = Date.now() + (pathOf ? attackSeconds : quietSeconds) * 1000;
	const [took, statuses] = await Promise.all([measure(ends), pathOf && attack(pathOf, ends)]);
	const rendered = (await renderedPages()) - before;
	console.log(`${name}: ${took}; ${rendered} rendered; answers ${JSON.stringify([...(statuses ?? [])])}`);
	expect([200, 404, 429, 503]).toEqual(expect.arrayContaining([...(statuses?.keys() ?? [])]));
	if (isOnePage) {
		expect([...(statuses?.keys() ?? [])]).toEqual([200]);
		// This page and the one that is measured, again when they are 15 seconds old.
		expect(rendered).toBeLessThan(10);
	}
});
