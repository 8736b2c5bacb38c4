import { setTimeout } from 'node:timers/promises';
import { chromium, devices, type Page } from 'playwright';
import type { Clip } from '../contract/ads/ads.ts';
import type { CursorPage } from '../contract/core/page.ts';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import { countVideoBytes, emulateNetwork, type MobileNetwork, playVideo, swipeVideo } from '../e2e/support/videos.ts';
import * as videosText from '../text/web/videos.ts';
import { buildVideoForm, postRawBody, publishVideoAd, signUp } from './upload.ts';

interface PhoneOptions {
	/** Whether the browser lacks Media Source and HLS, so that it plays the MP4 files. */
	plain?: boolean;
	network: MobileNetwork;
}

/** Bytes and counts at one time, after garbage was collected. */
export interface MemoryUse {
	/** Bytes of the JavaScript heap. */
	heap: number;
	nodes: number;
	listeners: number;
}

/** Publishes `count` video ads with the same film, each by a seller of its own. Waits until all files are made. */
export async function publishVideos(url: string, film: Buffer, count: number): Promise<void> {
	for (let n = 0; n < count; n++) {
		const session = await signUp(url);
		const form = await buildVideoForm(url, session, film);
		const { secure_url } = JSON.parse(await postRawBody(form.url, form.type, form.parts)) as { secure_url: string };
		await publishVideoAd(url, session, secure_url);
	}
	for (;;) {
		const response = await fetch(`${url}/api/videos?limit=50`);
		const { items } = (await response.json()) as CursorPage<Clip>;
		if (items.length === count && items.every(({ video }) => video.hls !== null)) return;
		await setTimeout(500);
	}
}

/** Opens the video feed in Chromium as on a phone, and then emulates a mobile network. */
export async function openVideos(url: string, { plain = false, network }: PhoneOptions) {
	const browser = await chromium.launch(chromiumLaunchOptions);
	const context = await browser.newContext({ ...devices['Galaxy S9+'], serviceWorkers: 'block' });
	if (plain) {
		await context.addInitScript(() => {
			Reflect.deleteProperty(globalThis, 'MediaSource');
			HTMLMediaElement.prototype.canPlayType = () => '';
		});
	}
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	const getVideoBytes = await countVideoBytes(devtools);
	await page.goto(`${url}/videos`);
	await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
	await page.waitForLoadState('networkidle');
	await emulateNetwork(devtools, network);

	return {
		close: () => browser.close(),
		getVideoBytes,
		play: () => playVideo(page),
		swipe: (step: 1 | -1) => swipeVideo(page, devtools, step),

		/** Chooses that the next videos play automatically. */
		playAutomatically: () => page.getByRole('button', { name: videosText.playAutomatically }).click(),

		/** Plays on for some seconds. Returns the share of that time in which the video waited for data. */
		measureWaiting: (seconds: number) =>
			page.evaluate(async (milliseconds) => {
				const video = document.querySelector('article:not([inert]) video');
				let waited = 0;
				let since: number | null = null;
				const end = () => {
					if (since !== null) waited += performance.now() - since;
					since = null;
				};
				video?.addEventListener('waiting', () => {
					since ??= performance.now();
				});
				video?.addEventListener('playing', end);
				await new Promise((resolve) => globalThis.setTimeout(resolve, milliseconds));
				end();
				return waited / milliseconds;
			}, seconds * 1000),

		/** Waits until a video plays. */
		waitUntilPlaying: () =>
			page.waitForFunction(() =>
				[...document.querySelectorAll('video')].some(({ paused, readyState }) => !paused && readyState > 2),
			),

		async readMemory(): Promise<MemoryUse> {
			await devtools.send('HeapProfiler.collectGarbage');
			const { usedSize } = await devtools.send('Runtime.getHeapUsage');
			const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
			return { heap: usedSize, nodes, listeners: jsEventListeners };
		},

		countVideos: () => page.locator('video').count(),
		readLayoutShift: () => readLayoutShift(page),
	};
}

/** Returns the sum of a page's layout shifts. */
export function readLayoutShift(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
				}).observe({ type: 'layout-shift', buffered: true });
				globalThis.setTimeout(() => resolve(sum), 100);
			}),
	);
}
