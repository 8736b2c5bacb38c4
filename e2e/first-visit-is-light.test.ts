import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectHeading } from './support/expect.ts';
import { openMarket } from './support/market.ts';

const market = openMarket({ sample: true });
const kilobyte = 1024;

interface Transfer {
	url: string;
	kind: string;
	/** As they came over the network, with the headers. */
	bytes: number;
}

/** Everything that the page fetches from now on, with what it cost on the network. */
async function transfersOf(page: Page): Promise<Transfer[]> {
	const transfers: Transfer[] = [];
	const answers = new Map<string, { url: string; kind: string }>();
	const network = await page.context().newCDPSession(page);
	await network.send('Network.enable');
	network.on('Network.responseReceived', ({ requestId, type, response }) => {
		answers.set(requestId, { url: response.url, kind: type });
	});
	network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const answer = answers.get(requestId);
		if (answer?.url.startsWith('http')) transfers.push({ ...answer, bytes: encodedDataLength });
	});
	return transfers;
}

const sum = (transfers: readonly Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);
const inKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`;

test('a first visit on a phone costs little data, and nothing on the page moves', async () => {
	const page = await market.phone();
	await page.addInitScript(() => {
		const window = globalThis as unknown as { shifts: number[] };
		window.shifts = [];
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) window.shifts.push((entry as unknown as { value: number }).value);
		}).observe({ type: 'layout-shift', buffered: true });
	});
	const transfers = await transfersOf(page);
	await page.goto('/');
	await expectHeading(page, 'Trending now');
	await page.waitForLoadState('networkidle');

	const cards = page.getByRole('main').locator('ul > li', { has: page.getByRole('heading', { level: 2 }) });
	const shown = new Set<string>();
	for (let index = 0; index < 10; index++) {
		const card = cards.nth(index);
		await card.scrollIntoViewIfNeeded();
		const sources = await card.locator('img').evaluateAll(async (images) =>
			Promise.all(
				(images as HTMLImageElement[]).map(async (image) => {
					await image.decode();
					return image.currentSrc;
				}),
			),
		);
		expect(sources.length).toBeGreaterThan(0);
		for (const source of sources) shown.add(source);
	}
	await page.waitForLoadState('networkidle');

	const scripts = transfers.filter(({ url, kind }) => kind === 'Script' || /\.m?js(\?|$)/.test(url));
	const pictures = transfers.filter(({ kind }) => kind === 'Image');
	const firstTen = pictures.filter(({ url }) => shown.has(url));
	const rest = transfers.filter(({ kind }) => kind !== 'Image');
	const total = sum(rest) + sum(firstTen);
	console.log(
		[
			`document and styles ${inKilobytes(sum(rest) - sum(scripts))}`,
			`scripts ${inKilobytes(sum(scripts))} in ${scripts.length} files`,
			`pictures of the first ten cards ${inKilobytes(sum(firstTen))}`,
			`together ${inKilobytes(total)}`,
			`with all that was fetched ahead ${inKilobytes(sum(transfers))}`,
		].join(', '),
	);
	expect(scripts.length).toBeGreaterThan(0);
	expect(firstTen.length).toBeGreaterThanOrEqual(10);
	expect(sum(scripts)).toBeLessThanOrEqual(150 * kilobyte);
	expect(total).toBeLessThanOrEqual(250 * kilobyte);
	expect(transfers.filter(({ url, kind }) => kind === 'Media' || /\.(mp4|mp3)(\?|$)/.test(url))).toEqual([]);
	expect(transfers.filter(({ url }) => !url.startsWith(`${market.address}/`))).toEqual([]);

	const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
	expect(shifts.reduce((total, shift) => total + shift, 0)).toBe(0);
});
