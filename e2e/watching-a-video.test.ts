import type { Page, Request } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import * as commonText from '../contract/text/common.ts';
import * as playerText from '../contract/text/player.ts';
import * as videoText from '../contract/text/video.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { film } from './support/files.ts';
import { openMarket } from './support/market.ts';
import { signedUp } from './support/people.ts';
import { postVideo, waitUntilLive } from './support/selling.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const title = 'A film of 45 seconds';
let address = '';

test.beforeAll(async ({ browser, product }) => {
	const { market, close } = openMarket(product, browser);
	const page = await market.desk();
	await signedUp(page, '/dashboard/postvideo');
	await postVideo(page, await film('film.mp4'), title);
	await waitUntilLive(page, 1);
	await page.getByRole('link', { name: title }).click();
	await page.waitForURL(/\/sellervideos\/\d+\//);
	address = new URL(page.url()).pathname;
	await close();
});

interface Playing {
	time: number;
	paused: boolean;
	muted: boolean;
}
const video = (page: Page): Promise<Playing> =>
	page.locator('video').evaluate((element: HTMLVideoElement) => ({
		time: element.currentTime,
		paused: element.paused,
		muted: element.muted,
	}));
const timeOf = async (page: Page) => (await video(page)).time;
const control = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function start(page: Page) {
	await page.goto(address);
	await control(page, 'Play').click();
	await eventually(() => timeOf(page)).toBeGreaterThan(0.2);
}

/** How visible the controls are, 0 to 1. */
const shown = (page: Page) =>
	control(page, playerText.fullScreen).evaluate((button) => {
		let visible = 1;
		for (let element: Element | null = button; element; element = element.parentElement) {
			visible *= Number(getComputedStyle(element).opacity);
		}
		return visible;
	});

test('no byte of a video comes before the tap', async ({ market }) => {
	const page = await market.phone();
	const films: Request[] = [];
	page.on('request', (request) => {
		if (/\.mp4(\?|$)/.test(request.url())) films.push(request);
	});
	await page.goto('/');
	await page.getByRole('link', { name: title }).waitFor();
	await page.goto(address);
	await expectHeading(page, title);
	await page.getByText(/^0:45 · \d+\.\d\d MB$/).waitFor();
	await settled(page);
	expect(films).toEqual([]);
	await control(page, 'Play').click();
	await eventually(() => timeOf(page)).toBeGreaterThan(0.2);
	expect(films.length).toBeGreaterThan(0);
});

test('the controls pause, jump by 10 seconds, mute, tell the time and seek', async ({ market }) => {
	const page = await market.desk();
	await start(page);
	await control(page, 'Pause').click();
	await eventually(async () => (await video(page)).paused).toBe(true);
	const before = await timeOf(page);
	await control(page, 'Forward 10 seconds').click();
	await control(page, 'Forward 10 seconds').click();
	await eventually(() => timeOf(page)).toBeCloseTo(before + 20, 1);
	await control(page, 'Back 10 seconds').click();
	await eventually(() => timeOf(page)).toBeCloseTo(before + 10, 1);
	await page.getByText(`0:${Math.floor(before + 10)} / 0:45`).waitFor();
	await control(page, 'Back 10 seconds').click();
	await control(page, 'Back 10 seconds').click();
	await eventually(() => timeOf(page)).toBe(0);
	await page.getByText('0:00 / 0:45').waitFor();

	await control(page, 'Mute').click();
	await eventually(async () => (await video(page)).muted).toBe(true);
	await control(page, 'Unmute').click();
	await eventually(async () => (await video(page)).muted).toBe(false);

	const bar = await page.getByRole('slider', { name: 'Seek' }).boundingBox();
	if (!bar) throw new Error('no seek bar');
	await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
	await eventually(() => timeOf(page)).toBeGreaterThan(21.5);
	expect(await timeOf(page)).toBeLessThan(23.5);

	await control(page, 'Play').click();
	await eventually(async () => (await video(page)).paused).toBe(false);
	await page.mouse.click(bar.x + bar.width - 1, bar.y + bar.height / 2);
	await control(page, playerText.playAgain).waitFor();
	await control(page, playerText.playAgain).click();
	await eventually(() => timeOf(page)).toBeLessThan(10);
	await eventually(async () => (await video(page)).paused).toBe(false);
});

test('while it plays the controls hide 3 seconds after the pointer stops, and while it is paused they stay', async ({
	market,
}) => {
	const page = await market.desk({ reducedMotion: 'reduce' });
	await page.clock.install();
	await start(page);
	await page.clock.pauseAt(Date.now() + 60_000);
	const frame = await page.locator('video').boundingBox();
	if (!frame) throw new Error('no video');
	await page.mouse.move(frame.x + 50, frame.y + 50);
	await page.mouse.move(frame.x + 90, frame.y + 60);
	await eventually(() => shown(page)).toBe(1);
	await page.clock.runFor(2900);
	expect(await shown(page)).toBe(1);
	await page.clock.runFor(200);
	await eventually(() => shown(page)).toBe(0);
	await page.mouse.move(frame.x + 120, frame.y + 80);
	await eventually(() => shown(page)).toBe(1);
	await control(page, 'Pause').click();
	await eventually(async () => (await video(page)).paused).toBe(true);
	await page.mouse.move(frame.x + 50, frame.y + 50);
	await page.clock.runFor(10_000);
	expect(await shown(page)).toBe(1);
});

test('the whole screen, and back', async ({ market }) => {
	const page = await market.desk();
	await start(page);
	const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
	await page.locator('video').hover({ force: true });
	await control(page, playerText.fullScreen).click();
	await eventually(isFull).toBe(true);
	await control(page, playerText.leaveFullScreen).click();
	await eventually(isFull).toBe(false);
});

test('the keyboard plays, jumps, mutes and fills the screen', async ({ market }) => {
	const page = await market.desk();
	await start(page);
	await page.keyboard.press('k');
	await eventually(async () => (await video(page)).paused).toBe(true);
	const before = await timeOf(page);
	await page.keyboard.press('ArrowRight');
	await eventually(() => timeOf(page)).toBeCloseTo(before + 10, 1);
	await page.keyboard.press('ArrowLeft');
	await eventually(() => timeOf(page)).toBeCloseTo(before, 1);
	await page.keyboard.press('m');
	await eventually(async () => (await video(page)).muted).toBe(true);
	await page.keyboard.press('f');
	await eventually(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
	await page.keyboard.press('f');
	await eventually(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
	await page.keyboard.press(' ');
	await eventually(async () => (await video(page)).paused).toBe(false);
});

test('a double tap at the edge of a phone jumps by 10 seconds', async ({ market }) => {
	const page = await market.phone();
	await start(page);
	const frame = await page.locator('video').boundingBox();
	if (!frame) throw new Error('no video');
	const [right, left] = [frame.x + frame.width * 0.9, frame.x + frame.width * 0.1];
	const middle = frame.y + frame.height * 0.4;
	const devtools = await page.context().newCDPSession(page);
	// A finger's own times, however late they come.
	async function doubleTap(x: number) {
		const from = Date.now() / 1000;
		for (const at of [from, from + 0.1]) {
			const touchPoints = [{ x, y: middle }];
			await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp: at });
			await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: at + 0.05 });
		}
	}
	await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
	const before = await timeOf(page);
	await doubleTap(right);
	await eventually(() => timeOf(page)).toBeCloseTo(before + 10, 1);
	await doubleTap(left);
	await eventually(() => timeOf(page)).toBeCloseTo(before, 1);
});

test('an address without a video says so', async ({ market }) => {
	market.allow(/status of 404 .*\/sellervideos\//);
	const page = await market.phone();
	const answer = await page.goto('/sellervideos/999999/gone');
	expect(answer?.status()).toBe(404);
	await expectHeading(page, messages.videoNotFound);
	await page.getByRole('link', { name: videoText.backToList }).click();
	await page.waitForURL('/');
});

test('while a video is fetched the page says so, and a failure stands there in red, tried once', async ({ market }) => {
	market.allow(/status of 500 .*\/sellerstories\//);
	const page = await market.phone();
	let answer = () => {};
	const waiting = new Promise<void>((resolve) => {
		answer = resolve;
	});
	let asked = 0;
	await page.route('**/sellerstories/**', async (route) => {
		asked += 1;
		await waiting;
		await route.fulfill({ status: 500, json: { code: 'internal', message: 'The shelf has fallen over.' } });
	});
	await page.goto('/');
	await page.getByRole('link', { name: title }).click();
	await page.getByRole('status').getByText(playerText.loading).waitFor();
	answer();
	const failure = page.getByText('The shelf has fallen over.');
	await failure.waitFor();
	expect(await failure.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(180, 35, 24)');
	expect(asked).toBe(1);
	await page.unroute('**/sellerstories/**');
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expectHeading(page, title);
});
