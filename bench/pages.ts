import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { AdCard } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { adPath, profilePath } from '../contract/core/page-paths.ts';
import { categories } from '../contract/market-settings/categories.ts';
import { seedMarket } from './market.ts';
import { fetchBytes, measureLoad, startProgram } from './measure.ts';
import { printLine } from './report.ts';

const metricsToken = 'bench-metrics-token';
const connections = 10;

/** Prints cost and size of pages that no cache has, at 1,000 ads: each address is requested once, in brotli, each time by another caller. */
export async function measurePages(folder: string): Promise<void> {
	const dataDir = join(folder, 'pages');
	await seedMarket(dataDir, 1000);
	const server = await startProgram('server.ts', [], {
		DATA_DIR: dataDir,
		METRICS_TOKEN: metricsToken,
		TRUST_PROXY: '1',
	});
	try {
		const ads = await listAds(server.url);
		const sellers = [...new Set(ads.map(({ seller }) => seller.user_name))];
		await printSize(server.url, '/');
		await measurePage(server.url, 'an ad', ads.slice(0, 500).map(adPath));
		await measurePage(server.url, 'a profile', sellers.map(profilePath));
		// Each category's page is the first page with other ads.
		const firstPages = categories.map((category) => `/?${new URLSearchParams({ category })}`);
		await measurePage(server.url, 'the first page of a category', firstPages);
		await measureFeedBesidePages(server.url, ads.slice(500).map(adPath));
	} finally {
		await server.close();
	}
}

export async function listAds(url: string): Promise<AdCard[]> {
	const ads: AdCard[] = [];
	let cursor: string | null = null;
	do {
		const response: Response = await fetch(`${url}/api/feed?limit=50${cursor ? `&cursor=${cursor}` : ''}`);
		const page = (await response.json()) as CursorPage<AdCard>;
		ads.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor);
	return ads;
}

/** Requests the pages, each once and each by another caller, as `fetchPage` does. Returns the last one, compressed. */
async function requestPages(url: string, paths: readonly string[]): Promise<Buffer> {
	let next = 0;
	let compressed: Buffer = Buffer.alloc(0);
	async function connect() {
		while (next < paths.length) {
			const n = next++;
			compressed = await fetchPage(url + paths[n], `10.0.${n >> 8}.${n & 255}`);
		}
	}
	await Promise.all(Array.from({ length: connections }, connect));
	return compressed;
}

/** Returns a page in brotli. */
async function fetchPage(url: string, caller: string): Promise<Buffer> {
	return (await fetchBytes(url, { 'x-forwarded-for': caller, 'accept-encoding': 'br' })).bytes;
}

async function measurePage(url: string, name: string, paths: readonly string[]): Promise<void> {
	const warmUps = Math.floor(paths.length / 5);
	const renders = paths.length - warmUps;
	await requestPages(url, paths.slice(0, warmUps));
	const [startTime, startCpu] = [performance.now(), await readCpuSeconds(url)];
	const last = await requestPages(url, paths.slice(warmUps));
	const seconds = (performance.now() - startTime) / 1000;
	const cpu = (1000 * ((await readCpuSeconds(url)) - startCpu)) / renders;
	const rate = (renders / seconds).toFixed(0);
	printLine(`${name}, rendered anew`, `${cpu.toFixed(2)} ms of processor, ${rate} pages/s`, '≤ 4, ≥ 300');
	printBytes(name, last);
}

async function printSize(url: string, path: string): Promise<void> {
	printBytes(path, await fetchPage(url + path, '10.1.0.1'));
}

function printBytes(name: string, compressed: Buffer): void {
	const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
	const bytes = brotliDecompressSync(compressed).length;
	printLine(
		`${name}, its document; in brotli`,
		`${kilobytes(bytes)}; ${kilobytes(compressed.length)} KB`,
		'≤ 70; ≤ 12',
	);
}

/** Prints how long the feed takes while ten other callers request pages that no cache has. */
async function measureFeedBesidePages(url: string, paths: readonly string[]): Promise<void> {
	const rendering = requestPages(url, paths);
	const { p99 } = await measureLoad([`${url}/api/feed`], { seconds: 2, connections: 1 });
	await rendering;
	printLine('the feed beside pages rendered anew, p99', `${p99} ms`, '≤ 50 ms');
}

/** Reads how long the server has used the processor, in seconds. */
async function readCpuSeconds(url: string): Promise<number> {
	const metrics = (await fetchBytes(`${url}/metrics`, { authorization: `Bearer ${metricsToken}` })).bytes.toString();
	return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
}
