import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import * as commonText from '../../text/shared/common.ts';
import * as playerText from '../../text/web/player.ts';

/** A mobile network: speed in kilobits per second, and round-trip time in milliseconds. */
export interface MobileNetwork {
	speed: number;
	roundTrip: number;
}

/** Emulates a mobile network for all further requests of a page. */
export async function emulateNetwork(devtools: CDPSession, { speed, roundTrip }: MobileNetwork): Promise<void> {
	const throughput = (speed * 1000) / 8;
	await devtools.send('Network.enable');
	await devtools.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: roundTrip,
		downloadThroughput: throughput,
		uploadThroughput: throughput,
		connectionType: 'cellular4g',
	});
}

/** Counts the bytes of video files that arrive at a page from now on. Returns a function that tells their number so far. */
export async function countVideoBytes(devtools: CDPSession): Promise<() => number> {
	let bytes = 0;
	const requests = new Set<string>();
	await devtools.send('Network.enable');
	devtools.on('Network.responseReceived', ({ requestId, response }) => {
		if (/\.mp4(\?|$)/.test(response.url)) requests.add(requestId);
	});
	devtools.on('Network.dataReceived', ({ requestId, dataLength }) => {
		if (requests.has(requestId)) bytes += dataLength;
	});
	return () => bytes;
}

/** Taps the play button of the video on the screen of the video feed. Returns the milliseconds until its first frame is shown. */
export async function playVideo(page: Page): Promise<number> {
	const start = await page.evaluateHandle(() => {
		const article = document.querySelector('article:not([inert])');
		const tapped = new Promise<number>((resolve) => {
			article?.addEventListener('click', () => resolve(performance.now()), { capture: true, once: true });
		});
		const shown = new Promise<number>((resolve) => {
			article?.querySelector('video')?.requestVideoFrameCallback(() => resolve(performance.now()));
		});
		return { duration: Promise.all([tapped, shown]).then(([from, to]) => to - from) };
	});
	await page.locator('article:not([inert])').getByRole('button', { name: playerText.play, exact: true }).click();
	return start.evaluate(({ duration }) => duration);
}

/** Milliseconds between two positions of a finger: the browser scrolls once a frame. */
const frame = 16;

/** Swipes to the next video of the video feed (1) or the previous one (-1) on a phone. Waits until it fills the screen. */
export async function swipeVideo(page: Page, devtools: CDPSession, step: 1 | -1): Promise<void> {
	const before = new URL(page.url()).search;
	const moves = 10;
	const touchAt = (move: number) => [{ x: 160, y: 300 + step * (200 - (400 * move) / moves) }];
	await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchAt(0) });
	for (let move = 1; move <= moves; move++) {
		await setTimeout(frame);
		await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchAt(move) });
	}
	await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	await page.waitForFunction((before) => location.search !== before, before);
	await waitUntilScrolled(page);
}

/** Waits until one video fills the screen of the video feed. */
export async function waitUntilScrolled(page: Page): Promise<void> {
	await page.waitForFunction((label) => {
		const { scrollTop = 0, clientHeight = 1 } = document.querySelector(`section[aria-label="${label}"]`) ?? {};
		return scrollTop % clientHeight === 0;
	}, commonText.videos);
}
