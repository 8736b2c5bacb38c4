import { stat } from 'node:fs/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { limits } from '../contract/limits.ts';
import * as messages from '../contract/messages.ts';
import * as mediaText from '../contract/text/media.ts';
import * as postVideoText from '../contract/text/post-video.ts';
import { fillVideoAd, uploadButton } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { makeVideo } from './support/media-files.ts';
import { logOut, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** What the browser itself reports of a network that is gone. */
const lost = [
	/ERR_INTERNET_DISCONNECTED/,
	/ERR_CONNECTION_(REFUSED|RESET|CLOSED)/,
	/ERR_EMPTY_RESPONSE/,
	/ERR_FAILED/,
	/ERR_INCOMPLETE/,
];
const about = 'Shoes that dance by themselves.';

/** Bytes per second that leave a phone: far from its mast, and where it all but stands still until the test has looked. */
const far = 700_000;
const crawling = 50_000;

/** A page's network as a phone has it. */
async function slowDown(page: Page, bytesPerSecond = far) {
	const devtools = await page.context().newCDPSession(page);
	const emulate = async (offline: boolean, uploadThroughput: number) => {
		const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput };
		await devtools.send('Network.emulateNetworkConditions', conditions);
	};
	await emulate(false, bytesPerSecond);
	return {
		set: (bytesPerSecond: number) => emulate(false, bytesPerSecond),
		lift: () => emulate(false, -1),
		cut: () => emulate(true, -1),
	};
}

/** Every piece that leaves the browser from now on. */
function piecesOf(context: BrowserContext): Request[] {
	const pieces: Request[] = [];
	context.on('request', (request) => {
		if (request.method() === 'PATCH') pieces.push(request);
	});
	return pieces;
}

/** Closes a page that sends. What it would begin in its last moment is told of by no browser, so it begins nothing more. */
async function closeSending(page: Page): Promise<void> {
	await page.evaluate(() => {
		XMLHttpRequest.prototype.send = () => {};
	});
	await page.close();
}

const percentOf = async (page: Page) => Number(/\d+/.exec((await uploadButton(page).textContent()) ?? '')?.[0] ?? 0);

/** Holds what was sent against the file: nothing but the piece that was under way has been sent twice. */
async function expectAtMostOnePieceAgain(pieces: Request[], path: string): Promise<void> {
	const { size } = await stat(path);
	// The body of a piece is what its offset leaves of the file, at most a piece: Chromium does not tell bytes of a file.
	const offsets = pieces.map((piece) => Number(piece.headers()['upload-offset']));
	const sent = offsets.reduce((sum, offset) => sum + Math.min(limits.uploadChunkBytes, size - offset), 0);
	const again = sent - size;
	console.log(`${size} bytes in ${pieces.length} pieces, ${again} bytes of them again`);
	expect(again).toBeGreaterThanOrEqual(0);
	expect(again).toBeLessThanOrEqual(limits.uploadChunkBytes);
}

async function expectOneVideo(page: Page): Promise<void> {
	await page.goto('/dashboard/myvideos');
	await page.getByRole('link', { name: about }).waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
}

test('the network cut at 60 % and the tab closed, then opened: it finishes by itself', async ({ market }) => {
	market.allowErrors(...lost);
	const path = await makeVideo('heavy.mp4');
	const page = await market.newDesktopPage();
	const context = page.context();
	await signUp(page, '/dashboard/postvideo');
	const pieces = piecesOf(context);
	const network = await slowDown(page);
	await fillVideoAd(page, path, about);
	await page.getByText('Title, price and contact').click();
	await page.getByLabel('Price').fill('12,500');
	await uploadButton(page).click();
	await eventually(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
	await network.cut();
	await page.getByText(postVideoText.waiting).waitFor();
	const percent = await percentOf(page);
	expect(percent).toBeGreaterThanOrEqual(60);
	expect(percent).toBeLessThan(100);
	await closeSending(page);

	// A tab of its own, and the network is back.
	const opened = await context.newPage();
	const back = await slowDown(opened, crawling);
	await opened.goto('/dashboard/postvideo');
	await expectHeading(opened, postVideoText.heading);
	await eventually(() => percentOf(opened)).toBeGreaterThanOrEqual(percent);
	expect(await opened.getByLabel('Category').inputValue()).toBe("Men's Shoes");
	expect(await opened.getByLabel('Description').inputValue()).toBe(about);
	expect(await opened.getByLabel('Price').inputValue()).toBe('12,500');
	await opened.getByText('heavy.mp4').waitFor();
	await back.lift();
	await expectToast(opened, messages.uploadSucceeded);
	await expectAtMostOnePieceAgain(pieces, path);
	await expectOneVideo(opened);

	// Nothing is kept of what has been saved.
	await opened.goto('/dashboard/postvideo');
	await opened.getByText('Drag and drop your video here').waitFor();
	expect(await uploadButton(opened).textContent()).toBe('Upload');
});

test('the server killed and started during an upload: the same page carries it to its end', async ({ market }) => {
	market.allowErrors(...lost);
	const path = await makeVideo('heavy.mp4');
	const page = await market.newDesktopPage();
	await signUp(page, '/dashboard/postvideo');
	const pieces = piecesOf(page.context());
	const network = await slowDown(page);
	await fillVideoAd(page, path, about);
	await uploadButton(page).click();
	await eventually(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(40);
	await market.restart();
	await network.lift();
	await expectToast(page, messages.uploadSucceeded);
	await expectAtMostOnePieceAgain(pieces, path);
	await expectOneVideo(page);
});

test('a second tab cannot harm what the first one sends, and takes over when it is closed', async ({ market }) => {
	market.allowErrors(...lost);
	const path = await makeVideo('heavy.mp4');
	const first = await market.newDesktopPage();
	await signUp(first, '/dashboard/postvideo');
	const pieces = piecesOf(first.context());
	const elsewhere = 'A video is being sent from another tab.';

	// Opened before the first one began, with a video of its own.
	const early = await first.context().newPage();
	await early.goto('/dashboard/postvideo');
	await early.getByLabel(mediaText.chooseVideo).setInputFiles(await makeVideo('film.mp4'));
	await early.getByText('film.mp4').waitFor();
	const network = await slowDown(first);
	await fillVideoAd(first, path, about);
	await uploadButton(first).click();
	await eventually(() => percentOf(first), { timeout: 60_000 }).toBeGreaterThanOrEqual(20);
	await network.set(crawling);
	await early.getByRole('button', { name: mediaText.removeVideo }).click();
	await early.getByText(elsewhere).waitFor();
	expect(await early.getByLabel('Description').isDisabled()).toBe(true);
	expect(await early.getByLabel(mediaText.chooseVideo).isDisabled()).toBe(true);
	await early.close();

	const second = await first.context().newPage();
	const taken = await slowDown(second, crawling);
	await second.goto('/dashboard/postvideo');
	await second.getByText(elsewhere).waitFor();
	expect(await uploadButton(second).isDisabled()).toBe(true);
	const percent = await percentOf(first);
	expect(percent).toBeLessThan(100);
	await closeSending(first);
	await eventually(() => percentOf(second)).toBeGreaterThanOrEqual(percent);
	await second.getByText('heavy.mp4').waitFor();
	await taken.lift();
	await expectToast(second, messages.uploadSucceeded);
	await expectAtMostOnePieceAgain(pieces, path);
	await expectOneVideo(second);
});

/** The names of what the device keeps of uploads. */
async function keptOf(page: Page): Promise<{ facts: string[]; bytes: string[] }> {
	const all = await page.evaluate(async () => {
		const bytes: string[] = [];
		for await (const name of (await navigator.storage.getDirectory()).keys()) bytes.push(name);
		const db = await new Promise<IDBDatabase>((resolve) => {
			const request = indexedDB.open('kept-files');
			request.onsuccess = () => resolve(request.result);
		});
		const facts = await new Promise<IDBValidKey[]>((resolve) => {
			const request = db.transaction('files').objectStore('files').getAllKeys();
			request.onsuccess = () => resolve(request.result);
		});
		db.close();
		return { facts: facts.map(String), bytes };
	});
	const ofUploads = (names: string[]) => names.filter((name) => name.startsWith('upload-video'));
	return { facts: ofUploads(all.facts), bytes: ofUploads(all.bytes) };
}

test('logging out while a video is being copied leaves nothing of it on the device', async ({ market }) => {
	market.allowErrors(...lost);
	const page = await market.newDesktopPage();
	await page.addInitScript(() => {
		const createWritable = FileSystemFileHandle.prototype.createWritable;
		FileSystemFileHandle.prototype.createWritable = async function (...options) {
			const stream = await createWritable.apply(this, options);
			await new Promise((resolve) => {
				document.addEventListener('test-copied', resolve, { once: true });
				document.documentElement.dataset.copying = 'true';
			});
			return stream;
		};
	});
	await signUp(page, '/dashboard/postvideo');
	await fillVideoAd(page, await makeVideo('film.mp4'), about);
	await uploadButton(page).click();
	await page.locator('html[data-copying]').waitFor();
	await logOut(page);
	await expectToast(page, messages.loggedOut);
	// The copy ends after all has been forgotten.
	await eventually(async () => (await keptOf(page)).facts).toEqual([]);
	await page.evaluate(() => document.dispatchEvent(new Event('test-copied')));
	const held = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name ?? ''));
	await eventually(async () => (await held())?.filter((name) => name.startsWith('upload-video'))).toEqual([]);
	expect(await keptOf(page)).toEqual({ facts: [], bytes: [] });
});
