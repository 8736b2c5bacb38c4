import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runServer } from '../e2e/support/run-server.ts';
import { startTestServer } from '../server/testing/start-server.ts';
import { formatLatencySummary } from './support/latency.ts';
import { getRoundCount } from './support/run-length.ts';

// 15.5 requests per second are 930 per minute, which is below the read limit of one address.
const requestsPerSecond = 15.5;
const quietSeconds = getRoundCount({ short: 1, long: 10 });
const attackSeconds = getRoundCount({ short: 2, long: 15 });
const metricsToken = 'the-figures-of-this-test';

interface TargetServer {
	address: string;
	stop(): Promise<void>;
}

let server: TargetServer;
/** Counter of loopback addresses. Each attack and each measurement uses a new address, so the server sees a different caller. */
let callers = 1;
const nextCaller = () => `127.0.${callers >> 8}.${++callers & 255}`;

function requestPage(
	path: string,
	localAddress: string,
	agent?: Agent,
): Promise<{ status: number; milliseconds: number }> {
	const start = performance.now();
	return new Promise((resolve, reject) => {
		get(`${server.address}${path}`, { localAddress, ...(agent && { agent }) }, (response) => {
			response.resume();
			response.on('error', reject);
			response.on('end', () => resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - start }));
		}).on('error', reject);
	});
}

/** Requests the feed and the home page alternately until the time `ends`. Returns a text with their latency. */
async function measure(ends: number): Promise<string> {
	const caller = nextCaller();
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const timesByPath: Record<string, number[]> = { '/api/feed': [], '/': [] };
	while (Date.now() < ends) {
		for (const [path, times] of Object.entries(timesByPath)) {
			const { status, milliseconds } = await requestPage(path, caller, agent);
			expect(status).toBe(200);
			times.push(milliseconds);
			await wait(20);
		}
	}
	agent.destroy();
	return Object.entries(timesByPath)
		.map(([path, times]) => `${path} ${formatLatencySummary(times)}`)
		.join(', ');
}

async function attack(createPath: (count: number) => string, ends: number): Promise<Map<number, number>> {
	const caller = nextCaller();
	const requests: Promise<{ status: number }>[] = [];
	for (let start = Date.now(); Date.now() < ends; ) {
		requests.push(requestPage(createPath(requests.length), caller));
		await wait(Math.max(0, start + (requests.length * 1000) / requestsPerSecond - Date.now()));
	}
	const statuses = new Map<number, number>();
	for (const { status } of await Promise.all(requests)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
	return statuses;
}

const random = () => Math.random().toString(36).slice(2);

/** Starts the real server with sample content. */
async function startProduct(): Promise<TargetServer> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-page-attack-'));
	const env = { SAMPLE_CONTENT: 'on', METRICS_TOKEN: metricsToken };
	const { address, stop } = await runServer('main/web.ts', folder, env);
	return { address, stop: () => stop().finally(() => rm(folder, { recursive: true, force: true })) };
}

/** Starts a server whose pages use 5 ms of CPU time each. It needs no built web app. */
async function startStub(): Promise<TargetServer> {
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
	await measure(Date.now() + quietSeconds * 300);
}, 300_000);
afterAll(() => server.stop());

async function countRenderedPages(): Promise<number> {
	const response = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
	return Number(/^pages_rendered_total (\d+)/m.exec(await response.text())?.[1]);
}

type Attack = [name: string, createPath: ((count: number) => string) | null, isOnePage?: boolean];

const cachedAttack: Attack = ['unique addresses of one page', () => `/search?q=phone&fbclid=${random()}`, true];
/** Attacks that only print latency for comparison. The number of rendered pages is not tested. */
const measuredAttacks: Attack[] = [
	['nothing', null],
	['unique searches', (count) => `/search?q=phone&max=${1_000_000 + count}`],
	['unique paths', () => `/${random()}`],
	['unique names of one ad', () => `/feed/1/${random()}`],
];

test.each(inject('isEndurance') ? [...measuredAttacks, cachedAttack] : [cachedAttack])(
	'%s',
	async (name, createPath, isOnePage) => {
		const before = await countRenderedPages();
		const ends = Date.now() + (createPath ? attackSeconds : quietSeconds) * 1000;
		const [latency, statuses] = await Promise.all([measure(ends), createPath && attack(createPath, ends)]);
		const rendered = (await countRenderedPages()) - before;
		console.log(`${name}: ${latency}; ${rendered} rendered; responses ${JSON.stringify([...(statuses ?? [])])}`);
		expect([200, 404, 429, 503]).toEqual(expect.arrayContaining([...(statuses?.keys() ?? [])]));
		if (isOnePage) {
			expect([...(statuses?.keys() ?? [])]).toEqual([200]);
			// A page is cached for 15 seconds, so the attacked page and the home page are rendered only a few times.
			expect(rendered).toBeLessThan(10);
		}
	},
);
