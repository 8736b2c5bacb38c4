import { stat } from 'node:fs/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as mediaLimits from '../contract/media/limits.ts';
import * as mediaText from '../text/web/media.ts';
import * as postVideoText from '../text/web/post-video.ts';
import * as postedText from '../text/web/posted.ts';
import { fillVideoAd, getUploadButton } from './support/ads.ts';
import { eventually, expectToast } from './support/expect.ts';
import { makeVideo } from './support/media-files.ts';
import { logOut, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Errors that the browser reports for a lost connection. */
const connectionErrors = [
	/ERR_INTERNET_DISCONNECTED/,
	/ERR_CONNECTION_(REFUSED|RESET|CLOSED)/,
	/ERR_EMPTY_RESPONSE/,
	/ERR_FAILED/,
	/ERR_INCOMPLETE/,
];
const description = 'Shoes that dance by themselves.';

/** Upload rates in bytes per second. At `nearlyStopped`, the test has time to inspect the page during the upload. */
const weakSignal = 700_000;
const nearlyStopped = 50_000;

async function slowDown(page: Page, bytesPerSecond = weakSignal) {
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

/** Collects all upload chunks that the browser sends from now on. */
function collectChunks(context: BrowserContext): Request[] {
	const chunks: Request[] = [];
	context.on('request', (request) => {
		if (request.method() === 'PATCH') chunks.push(request);
	});
	return chunks;
}

/** Closes a page during an upload. Blocks new uploads first, because Playwright would not report requests of a closing page. */
async function closeSending(page: Page): Promise<void> {
	await page.evaluate(() => {
		XMLHttpRequest.prototype.send = () => {};
	});
	await page.close();
}

const getPercent = async (page: Page) =>
	Number(/\d+/.exec((await getUploadButton(page).textContent()) ?? '')?.[0] ?? 0);

/** Expects that the browser sent at most one chunk's worth of bytes twice. */
async function expectOneChunkResent(chunks: Request[], path: string): Promise<void> {
	const { size } = await stat(path);
	// Chunk sizes come from the `Upload-Offset` headers, because Chromium does not report the body of a file upload.
	const offsets = chunks.map((chunk) => Number(chunk.headers()['upload-offset']));
	const sent = offsets.reduce((sum, offset) => sum + Math.min(mediaLimits.uploadChunkBytes, size - offset), 0);
	const resent = sent - size;
	console.log(`${size} bytes in ${chunks.length} chunks, ${resent} bytes sent twice`);
	expect(resent).toBeGreaterThanOrEqual(0);
	expect(resent).toBeLessThanOrEqual(mediaLimits.uploadChunkBytes);
}

/** Waits until a resumed upload is saved, which takes long after a restart of the server on a busy machine. */
const waitUntilPosted = (page: Page) =>
	page.getByRole('heading', { name: postedText.videoPosted }).waitFor({ timeout: 120_000 });

async function expectOneVideo(page: Page): Promise<void> {
	await page.goto('/dashboard/myvideos');
	await page.getByRole('link', { name: description }).waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
}

test('shows progress, locks other tabs and resumes in another tab after the network was lost', async ({ market }) => {
	market.allowErrors(...connectionErrors);
	const path = await makeVideo('heavy.mp4');
	const page = await market.newDesktopPage();
	const context = page.context();
	await signUp(page, '/dashboard/postvideo');
	const chunks = collectChunks(context);
	// The tab `early` is opened before the upload starts in the tab `page`. A different video is chosen in it.
	const early = await context.newPage();
	await early.goto('/dashboard/postvideo');
	await early.getByLabel(mediaText.chooseVideo).setInputFiles(await makeVideo('film.mp4'));
	await early.getByText('film.mp4').waitFor();
	const lockMessage = 'Another tab is uploading a video.';
	const network = await slowDown(page, nearlyStopped);

	await test.step('shows progress before the first chunk has arrived', async () => {
		await fillVideoAd(page, path, description);
		await page.getByText('Title, price and details').click();
		await page.getByLabel('Price').fill('12,500');
		let acknowledged = 0;
		page.on('response', (response) => {
			if (response.request().method() === 'PATCH') acknowledged += 1;
		});
		await getUploadButton(page).click();
		const bar = page.getByRole('progressbar', { name: mediaText.upload });
		const getWidth = () => bar.locator('div').evaluate(({ style }) => Number.parseFloat(style.width));
		await eventually(getWidth).toBeGreaterThan(0);
		const first = await getWidth();
		await eventually(getWidth).toBeGreaterThan(first);
		expect(acknowledged).toBe(0);
	});

	await test.step('locks other tabs', async () => {
		await early.getByRole('button', { name: mediaText.removeVideo }).click();
		await early.getByText(lockMessage).waitFor();
		expect(await early.getByLabel('Description').isDisabled()).toBe(true);
		expect(await early.getByLabel(mediaText.chooseVideo).isDisabled()).toBe(true);
		await early.close();
	});

	const second = await context.newPage();
	const secondNetwork = await slowDown(second, nearlyStopped);
	await test.step('lets another tab take over when the tab closes at 60 %, after it lost the network', async () => {
		await second.goto('/dashboard/postvideo');
		await second.getByText(lockMessage).waitFor();
		expect(await getUploadButton(second).isDisabled()).toBe(true);
		await network.set(weakSignal);
		await eventually(() => getPercent(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
		await network.cut();
		await page.getByText(postVideoText.waiting).waitFor();
		const percent = await getPercent(page);
		expect(percent).toBeGreaterThanOrEqual(60);
		expect(percent).toBeLessThan(100);
		await closeSending(page);
		// The second tab does not inherit the simulated loss of the network.
		await eventually(() => getPercent(second)).toBeGreaterThanOrEqual(percent);
	});

	await test.step('resumes with the whole form, and sends at most one chunk again', async () => {
		expect(await second.getByLabel('Category').inputValue()).toBe("Men's Shoes");
		expect(await second.getByLabel('Description').inputValue()).toBe(description);
		expect(await second.getByLabel('Price').inputValue()).toBe('12,500');
		await second.getByText('heavy.mp4').waitFor();
		await secondNetwork.lift();
		await waitUntilPosted(second);
		await expectOneChunkResent(chunks, path);
		await expectOneVideo(second);

		// After the ad is saved, the device stores no pending upload, so the form is empty.
		await second.goto('/dashboard/postvideo');
		await second.getByText('Drag and drop your video here').waitFor();
		expect(await getUploadButton(second).textContent()).toBe('Upload');
	});
});

test('resumes an upload after the server is killed and restarted', async ({ market }) => {
	market.allowErrors(...connectionErrors);
	const path = await makeVideo('heavy.mp4');
	const page = await market.newDesktopPage();
	await signUp(page, '/dashboard/postvideo');
	const chunks = collectChunks(page.context());
	const network = await slowDown(page);
	await fillVideoAd(page, path, description);
	await getUploadButton(page).click();
	await eventually(() => getPercent(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(40);
	await market.restart();
	await network.lift();
	await waitUntilPosted(page);
	await expectOneChunkResent(chunks, path);
	await expectOneVideo(page);
});

/** Lists the names of uploads stored on the device: records in IndexedDB and files in the origin private file system. */
async function listStoredUploads(page: Page): Promise<{ records: string[]; files: string[] }> {
	const all = await page.evaluate(async () => {
		const files: string[] = [];
		for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
		const db = await new Promise<IDBDatabase>((resolve) => {
			const request = indexedDB.open('kept-files');
			request.onsuccess = () => resolve(request.result);
		});
		const records = await new Promise<IDBValidKey[]>((resolve) => {
			const request = db.transaction('files').objectStore('files').getAllKeys();
			request.onsuccess = () => resolve(request.result);
		});
		db.close();
		return { records: records.map(String), files };
	});
	const filterUploads = (names: string[]) => names.filter((name) => name.startsWith('upload-video'));
	return { records: filterUploads(all.records), files: filterUploads(all.files) };
}

test('removes a video from the device when logging out during its copy', async ({ market }) => {
	market.allowErrors(...connectionErrors);
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
	await fillVideoAd(page, await makeVideo('film.mp4'), description);
	await getUploadButton(page).click();
	await page.locator('html[data-copying]').waitFor();
	await logOut(page);
	await expectToast(page, messages.loggedOut);
	// Logout first removes the upload's record. Then the app's copy of the video file ends, and must not stay either.
	await eventually(async () => (await listStoredUploads(page)).records).toEqual([]);
	await page.evaluate(() => document.dispatchEvent(new Event('test-copied')));
	const listLocks = () =>
		page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name ?? ''));
	await eventually(async () => (await listLocks())?.filter((name) => name.startsWith('upload-video'))).toEqual([]);
	expect(await listStoredUploads(page)).toEqual({ records: [], files: [] });
});
