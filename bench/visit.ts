import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import type { AdCard } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { adPath, profilePath } from '../contract/core/page-paths.ts';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import { phone } from '../e2e/support/market-fixture.ts';
import { getWorkerTransferBytes, recordNetworkTransfers, sumTransferBytes } from '../e2e/support/network-transfers.ts';
import { runServer } from '../e2e/support/run-server.ts';
import { emulateNetwork } from '../e2e/support/videos.ts';
import { printLine } from './report.ts';

/** Milliseconds after the last transfer in which a page loads files ahead. */
const settleTime = 4000;

/**
 * Measures the first visits to public pages on a slow phone with a slow network: what they transfer, their largest contentful paint, and
 * how long tasks block the main thread.
 */
export async function measureVisits(): Promise<void> {
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-visit-'));
	const server = await runServer('main/web.ts', dataDir, {});
	try {
		for (const [name, path] of await listPublicPages(server.address)) {
			const { bytes, scriptBytes, requests, paint, blocked } = await visit(server.address, path);
			const figures = [
				`${inKilobytes(bytes)} (scripts ${inKilobytes(scriptBytes)})`,
				`${requests} requests`,
				`LCP ${(paint / 1000).toFixed(2)} s`,
				`blocked for ${blocked.toFixed(0)} ms`,
			];
			printLine(`a first visit to ${name}`, figures.join(', '), '≤ 190 KB, ≤ 40, ≤ 1.6 s, ≤ 150 ms');
		}
	} finally {
		await server.stop();
		await rm(dataDir, { recursive: true, force: true });
	}
}

const inKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;

/** Lists names and paths of public pages, with an ad and a video of the sample data. */
async function listPublicPages(address: string): Promise<[name: string, path: string][]> {
	const { items } = (await (await fetch(`${address}/api/feed?limit=50`)).json()) as CursorPage<AdCard>;
	const [ad, video] = [items.find(({ format }) => format === 'image'), items.find(({ format }) => format === 'video')];
	if (!ad || !video) throw new Error('The sample data has no ad or no video');
	return [
		['/', '/'],
		['an ad', adPath(ad)],
		['a video', adPath(video)],
		['a profile', profilePath(ad.seller.user_name)],
		['/videos', '/videos'],
		['/search', '/search'],
		['/learning', '/learning'],
	];
}

interface Visit {
	/** Bytes on the network with HTTP headers, those of the service worker's own files included. */
	bytes: number;
	scriptBytes: number;
	requests: number;
	/** Milliseconds until the largest contentful paint. */
	paint: number;
	/** Sum of the milliseconds above 50 of each task after the first contentful paint. */
	blocked: number;
}

/** Opens a page in an empty browser and waits until it loads nothing more. */
async function visit(address: string, path: string): Promise<Visit> {
	const browser = await chromium.launch(chromiumLaunchOptions);
	try {
		const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
		const page = await context.newPage();
		const transfers = await recordNetworkTransfers(page);
		const devtools = await context.newCDPSession(page);
		await emulateNetwork(devtools, { speed: 400, roundTrip: 300 });
		await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
		const getBlockingTime = await recordBlockingTime(page);
		await page.goto(address + path);
		await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
		for (let count = 0; count !== transfers.length; ) {
			count = transfers.length;
			await setTimeout(settleTime);
		}
		const { worker, frame } = await getWorkerTransferBytes(address);
		const scripts = transfers.filter(({ kind }) => kind === 'Script');
		return {
			bytes: sumTransferBytes(transfers) + worker + frame,
			scriptBytes: sumTransferBytes(scripts) + worker,
			requests: transfers.length,
			paint: await page.evaluate(
				() =>
					new Promise<number>((resolve) => {
						new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
							type: 'largest-contentful-paint',
							buffered: true,
						});
					}),
			),
			blocked: await getBlockingTime(),
		};
	} finally {
		await browser.close();
	}
}

/** Records the long tasks of the page that opens next. The returned function sums what of each task after the first paint exceeds 50 ms. */
async function recordBlockingTime(page: Page): Promise<() => Promise<number>> {
	await page.addInitScript(() => {
		const tasks: PerformanceEntry[] = [];
		new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
		Object.assign(window, { longTasks: tasks });
	});
	return () =>
		page.evaluate(() => {
			const { longTasks } = window as unknown as { longTasks: PerformanceEntry[] };
			const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
			const parts = longTasks.map(
				({ startTime, duration }) => [Math.max(startTime, paint), startTime + duration] as const,
			);
			return parts.reduce((sum, [start, end]) => sum + Math.max(0, end - start - 50), 0);
		});
}
