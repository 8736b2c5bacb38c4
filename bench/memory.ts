import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AdCard } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { runServer } from '../e2e/support/run-server.ts';
import { seedMarket } from './market.ts';
import { printLine } from './report.ts';
import { call, makePhoto, publishPictureAd, signUp } from './upload.ts';

/** Resident memory of a process in MB. The kernel can reclaim the pages of files, such as programs and the mapped database. */
interface Memory {
	total: number;
	/** Pages that belong to no file. */
	anonymous: number;
	file: number;
}

const minutes = 10;
const requestsPerSecond = 100;
const connections = 16;
const ads = 20_000;
const words = ['generator', 'laptop', 'wardrobe', 'ankara gown', 'motorcycle', 'perfume', 'clean', 'genertaor'];
const browserHeaders = { 'accept-encoding': 'br, gzip' };

/** Prints the memory of the product before a mixed load and after each minute of it. */
export async function measureMemory(): Promise<void> {
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-memory-'));
	try {
		await runLoad(dataDir, (minute, { total, anonymous, file }, failures) => {
			const name = minute === 0 ? 'idle' : `after ${minute} min at ${requestsPerSecond} req/s`;
			const parts = `(${anonymous.toFixed(0)} anonymous, ${file.toFixed(0)} of files; ${failures} calls failed)`;
			printLine(`resident memory, ${name}`, `${total.toFixed(0)} MB ${parts}`, `≤ ${minute === 0 ? 150 : 300}`);
		});
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

/**
 * Starts the product on a market of 20,000 ads and sends mixed requests at a fixed rate: feeds, deep pages, ads, profiles, searches, pages
 * and pictures of many addresses, and a few writes. Calls `onMinute` before the load (0) and after each minute.
 */
async function runLoad(
	dataDir: string,
	onMinute: (minute: number, memory: Memory, failures: number) => void,
): Promise<void> {
	await seedMarket(dataDir, ads, { searchable: true });
	// The server trusts one proxy, so that the requests can come from many addresses.
	const server = await runServer('main/web.ts', dataDir, { TRUST_PROXY: '1', SAMPLE_CONTENT: 'off' });
	try {
		await fetch(server.address);
		await wait(5000);
		onMinute(0, await readMemory(server.pid), 0);
		const photo = await makePhoto();
		const cursors = await listCursors(server.address, 100);
		const pictures = await publishPictureAd(server.address, await signUp(server.address), photo);
		for (let minute = 1; minute <= minutes; minute++) {
			const failures = await Promise.all([
				readForAMinute((n) => server.address + chooseRead(n, cursors, pictures)),
				writeForAMinute(server.address, photo, pictures),
			]);
			onMinute(minute, await readMemory(server.pid), failures[0] + failures[1]);
		}
	} finally {
		await server.stop();
	}
}

/** Reads the resident memory of a process from Linux. */
export async function readMemory(pid: number): Promise<Memory> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
	return { total: read('VmRSS'), anonymous: read('RssAnon'), file: read('RssFile') };
}

/** Returns the path of the n-th request. Random parts make most lists, ads and searches differ from those before. */
function chooseRead(n: number, cursors: readonly string[], pictures: readonly string[]): string {
	const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;
	const id = () => 1 + Math.floor(Math.random() * ads);
	const reads = [
		() => '/api/feed',
		() => `/api/feed?cursor=${pick(cursors)}`,
		() => `/api/ads/${id()}`,
		() => '/',
		() => `/api/search?q=${encodeURIComponent(`${pick(words)} ${id()}`)}`,
		() => pick(pictures),
		() => `/api/users/seller_${1 + (id() % 500)}`,
		() => `/api/feed?state=Lagos&limit=${1 + (id() % 50)}`,
		() => `/a/${id()}`,
		() => pick(pictures),
		() => `/profile/user/seller_${1 + (id() % 500)}`,
		() => `/api/ads/${id()}/similar`,
	];
	return (reads[n % reads.length] as () => string)();
}

/** Sends requests for a minute, or longer if the server is too slow for them. Returns the number of failures: a busy server sheds load. */
async function readForAMinute(getUrl: (n: number) => string): Promise<number> {
	const start = performance.now();
	let sent = 0;
	let failures = 0;
	async function sendInTurn(): Promise<void> {
		while (sent < 60 * requestsPerSecond) {
			const n = sent;
			sent += 1;
			await wait(Math.max(0, start + (n * 1000) / requestsPerSecond - performance.now()));
			if (!(await read(getUrl(n)).catch(() => false))) failures += 1;
		}
	}
	await Promise.all(Array.from({ length: connections }, sendInTurn));
	return failures;
}

async function read(url: string): Promise<boolean> {
	const network = Math.floor(Math.random() * 65_536);
	const address = `10.${network >> 8}.${network & 255}.1`;
	const response = await fetch(url, { headers: { ...browserHeaders, 'x-forwarded-for': address } });
	await response.arrayBuffer();
	return response.status === 200;
}

/** Writes once a second: every 15 seconds a new seller signs up and publishes an ad, then likes and comments. Adds the ad's pictures to `pictures`. Returns the number of failures. */
async function writeForAMinute(url: string, photo: Buffer, pictures: string[]): Promise<number> {
	let failures = 0;
	let seller = await signUp(url);
	for (let second = 0; second < 60; second++) {
		await wait(1000);
		const ad = `${url}/api/ads/${1 + Math.floor(Math.random() * ads)}`;
		try {
			if (second % 15 === 0) {
				seller = await signUp(url);
				pictures.push(...(await publishPictureAd(url, seller, photo)));
			} else if (second % 2 === 0) await call(`${ad}/like`, undefined, seller.token, 'PUT');
			else await call(`${ad}/comments`, { text: 'Is it still available?' }, seller.token);
		} catch {
			failures += 1;
		}
	}
	return failures;
}

async function listCursors(url: string, count: number): Promise<string[]> {
	const cursors: string[] = [];
	for (let query = ''; cursors.length < count; ) {
		const { next_cursor } = await call<CursorPage<AdCard>>(`${url}/api/feed?limit=50${query}`, undefined, '', 'GET');
		if (next_cursor === null) break;
		cursors.push(next_cursor);
		query = `&cursor=${next_cursor}`;
	}
	return cursors;
}
