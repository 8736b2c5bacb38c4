import * as pageTitlesText from '../contract/text/page-titles.ts';
import { expectHeading } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test, withConfiguration } from './support/test.ts';
import { getWorkerTransfers, recordTransfers, sumBytes } from './support/transfers.ts';

test.use({ ...withConfiguration({ sample: true }), serviceWorkers: 'allow' });
const kilobyte = 1024;

const inKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`;

test('a first visit on a phone costs little data, and nothing on the page moves', async ({ market }) => {
	// What the worker fetches is counted apart.
	const page = await market.newPhonePage({ serviceWorkers: 'block' });
	const shifted = await recordLayoutShifts(page);
	const transfers = await recordTransfers(page);
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilSettled(page);

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
	await waitUntilSettled(page);

	const scripts = transfers.filter(({ url, kind }) => kind === 'Script' || /\.m?js(\?|$)/.test(url));
	const pictures = transfers.filter(({ kind }) => kind === 'Image');
	const firstTen = pictures.filter(({ url }) => shown.has(url));
	const rest = transfers.filter(({ kind }) => kind !== 'Image');
	const { worker, frame } = await getWorkerTransfers(market.address);
	const total = sumBytes(rest) + sumBytes(firstTen) + worker + frame;
	console.log(
		[
			`document and styles ${inKilobytes(sumBytes(rest) - sumBytes(scripts))}`,
			`scripts ${inKilobytes(sumBytes(scripts))} in ${scripts.length} files`,
			`worker ${inKilobytes(worker)} and its frame ${inKilobytes(frame)}`,
			`pictures of the first ten cards ${inKilobytes(sumBytes(firstTen))}`,
			`together ${inKilobytes(total)}`,
			`with all that was fetched ahead ${inKilobytes(sumBytes(transfers))}`,
		].join(', '),
	);
	expect(scripts.length).toBeGreaterThan(0);
	expect(firstTen.length).toBeGreaterThanOrEqual(10);
	expect(sumBytes(scripts) + worker).toBeLessThanOrEqual(150 * kilobyte);
	expect(total).toBeLessThanOrEqual(250 * kilobyte);
	expect(transfers.filter(({ url, kind }) => kind === 'Media' || /\.(mp4|mp3)(\?|$)/.test(url))).toEqual([]);
	expect(transfers.filter(({ url }) => !url.startsWith(`${market.address}/`))).toEqual([]);

	expect(await shifted()).toEqual([]);
});
