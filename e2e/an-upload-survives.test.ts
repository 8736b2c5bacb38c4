import { stat } from 'node:fs/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { film } from './support/files.ts';
import { openMarket } from './support/market.ts';
import { signedUp } from './support/people.ts';
import { fillVideoAd, uploadButton } from './support/selling.ts';

const market = openMarket();
/** What the browser itself reports of a network that is gone. */
const lost = [
	/ERR_INTERNET_DISCONNECTED/,
	/ERR_CONNECTION_(REFUSED|RESET|CLOSED)/,
	/ERR_EMPTY_RESPONSE/,
	/ERR_FAILED/,
	/ERR_INCOMPLETE/,
];
const about = 'Shoes that dance by themselves.';

/** A page's network as a phone has it far from its mast; answers how to cut it. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
	const devtools = await page.context().newCDPSession(page);
	const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: 700_000 };
	await devtools.send('Network.emulateNetworkConditions', { offline: false, ...conditions });
	return async () => {
		await devtools.send('Network.emulateNetworkConditions', { offline: true, ...conditions });
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

const percentOf = async (page: Page) => Number(/\d+/.exec((await uploadButton(page).textContent()) ?? '')?.[0] ?? 0);

/** Holds what was sent against the file: nothing but the piece that was under way has been sent twice. */
async function expectAtMostOnePieceAgain(pieces: Request[], path: string): Promise<void> {
	const { size } = await stat(path);
	// The body of a piece is what its offset leaves of the file, at most a piece: Chromium does not tell bytes of a file.
	const offsets = pieces.map((piece) => Number(piece.headers()['upload-offset']));
	const sent = offsets.reduce((sum, offset) => sum + Math.min(limits.uploadPieceBytes, size - offset), 0);
	const again = sent - size;
	console.log(`${size} bytes in ${pieces.length} pieces, ${again} bytes of them again`);
	expect(again).toBeGreaterThanOrEqual(0);
	expect(again).toBeLessThanOrEqual(limits.uploadPieceBytes);
}

async function expectOneVideo(page: Page): Promise<void> {
	await page.goto('/dashboard/myvideos');
	await page.getByRole('link', { name: about }).waitFor();
	expect(await page.getByRole('article').count()).toBe(1);
}

test('the network cut at 60 % and the tab closed, then opened: it finishes by itself', async () => {
	market.allow(...lost);
	const path = await film('heavy.mp4');
	const page = await market.desk();
	const context = page.context();
	await signedUp(page, '/dashboard/postvideo');
	const pieces = piecesOf(context);
	const cut = await slowDown(page);
	await fillVideoAd(page, path, about);
	await page.getByText('Title, price and contact').click();
	await page.getByLabel('Price').fill('12,500');
	await uploadButton(page).click();
	await eventually(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
	await cut();
	await page.getByText('An upload is waiting').waitFor();
	const percent = await percentOf(page);
	expect(percent).toBeGreaterThanOrEqual(60);
	expect(percent).toBeLessThan(100);
	await page.close();

	// A tab of its own, and the network is back.
	const opened = await context.newPage();
	await slowDown(opened);
	await opened.goto('/dashboard/postvideo');
	await expectHeading(opened, 'Upload a video');
	await eventually(() => percentOf(opened)).toBeGreaterThanOrEqual(percent);
	expect(await opened.getByLabel('Category').inputValue()).toBe("Men's Shoes");
	expect(await opened.getByLabel('Description').inputValue()).toBe(about);
	expect(await opened.getByLabel('Price').inputValue()).toBe('12,500');
	await opened.getByText('heavy.mp4').waitFor();
	await expectToast(opened, messages.uploadSucceeded);
	await expectAtMostOnePieceAgain(pieces, path);
	await expectOneVideo(opened);

	// Nothing is kept of what has been saved.
	await opened.goto('/dashboard/postvideo');
	await opened.getByText('Drag and drop your video here').waitFor();
	expect(await uploadButton(opened).textContent()).toBe('Upload');
});

test('the server killed and started during an upload: the same page carries it to its end', async () => {
	market.allow(...lost);
	const path = await film('heavy.mp4');
	const page = await market.desk();
	await signedUp(page, '/dashboard/postvideo');
	const pieces = piecesOf(page.context());
	await slowDown(page);
	await fillVideoAd(page, path, about);
	await uploadButton(page).click();
	await eventually(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(40);
	await market.restart();
	await expectToast(page, messages.uploadSucceeded);
	await expectAtMostOnePieceAgain(pieces, path);
	await expectOneVideo(page);
});

test('a waiting upload can be discarded, and is gone for good', async () => {
	market.allow(...lost);
	const page = await market.phone();
	await signedUp(page, '/dashboard/postvideo');
	const cut = await slowDown(page);
	await fillVideoAd(page, await film('heavy.mp4'), about);
	await uploadButton(page).click();
	await eventually(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(0);
	await cut();
	await page.getByText('An upload is waiting').waitFor();
	await page.getByRole('button', { name: 'Discard' }).click();
	await page.getByText('Drag and drop your video here').waitFor();
	const opened = await page.context().newPage();
	await opened.goto('/dashboard/postvideo');
	await opened.getByText('Drag and drop your video here').waitFor();
	expect(await uploadButton(opened).textContent()).toBe('Upload');
	expect(await opened.getByLabel('Description').inputValue()).toBe(about);
});
