import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdCard } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { runServer } from '../e2e/support/run-server.ts';
import { sampleAds } from '../main/sample/ads.ts';

export interface FirstStart {
	/** Seconds from the start of the process until it listens. */
	listening: number;
	/** Seconds from the first response until the page shows products, and until the feed lists all ads, each ready. */
	products: number;
	all: number;
	/** Processor time of the process in seconds until then. */
	processor: number;
}

const adsForSale = sampleAds.filter((ad) => ad.sold_hours_ago === undefined).length;

/** Starts the product on an empty data directory and measures until visitors see the sample content. */
export async function measureFirstStart(env: Record<string, string>): Promise<FirstStart> {
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-first-start-'));
	const start = performance.now();
	const server = await runServer('main/web.ts', dataDir, env);
	try {
		const listening = performance.now();
		await fetch(server.address);
		const first = performance.now();
		const products = await waitUntil(async () => /href="\/feed\/\d+/.test(await readText(server.address)));
		const all = await waitUntil(async () => {
			const ads = await readFeed(server.address);
			return ads.length === adsForSale && ads.every(({ state }) => state === 'ready');
		});
		const processor = await readProcessorTime(server.pid);
		return {
			listening: (listening - start) / 1000,
			products: (products - first) / 1000,
			all: (all - first) / 1000,
			processor,
		};
	} finally {
		await server.stop();
		await rm(dataDir, { recursive: true, force: true });
	}
}

/** Returns the time when a condition became true. Rejects after a minute. */
async function waitUntil(isTrue: () => Promise<boolean>): Promise<number> {
	const end = performance.now() + 60_000;
	while (!(await isTrue())) {
		if (performance.now() > end) throw new Error('The sample content is not complete');
	}
	return performance.now();
}

async function readText(url: string): Promise<string> {
	return (await fetch(url)).text();
}

async function readFeed(address: string): Promise<AdCard[]> {
	const ads: AdCard[] = [];
	for (let cursor: string | null = ''; cursor !== null; ) {
		const response: Response = await fetch(`${address}/api/feed?limit=50${cursor && `&cursor=${cursor}`}`);
		const page = (await response.json()) as CursorPage<AdCard>;
		ads.push(...page.items);
		cursor = page.next_cursor;
	}
	return ads;
}

/** Reads the processor time of a process from Linux, in seconds. The kernel counts in hundredths. */
async function readProcessorTime(pid: number): Promise<number> {
	const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / 100;
}
