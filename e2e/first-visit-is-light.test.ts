import * as pageTitlesText from '../contract/text/page-titles.ts';
import { expectHeading } from './support/expect.ts';
import { settled } from './support/settled.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, runsWith, test } from './support/test.ts';
import { sumOf, transfersOf, workersOwn } from './support/transfers.ts';

test.use({ ...runsWith({ sample: true }), serviceWorkers: 'allow' });
const kilobyte = 1024;

const inKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`;

test('a first visit on a phone costs little data, and nothing on the page moves', async ({ market }) => {
	// What the worker fetches is counted apart.
	const page = await market.phone({ serviceWorkers: 'block' });
	const shifted = await watchShifts(page);
	const transfers = await transfersOf(page);
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await settled(page);

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
	await settled(page);

	const scripts = transfers.filter(({ url, kind }) => kind === 'Script' || /\.m?js(\?|$)/.test(url));
	const pictures = transfers.filter(({ kind }) => kind === 'Image');
	const firstTen = pictures.filter(({ url }) => shown.has(url));
	const rest = transfers.filter(({ kind }) => kind !== 'Image');
	const { worker, frame } = await workersOwn(market.address);
	const total = sumOf(rest) + sumOf(firstTen) + worker + frame;
	console.log(
		[
			`document and styles ${inKilobytes(sumOf(rest) - sumOf(scripts))}`,
			`scripts ${inKilobytes(sumOf(scripts))} in ${scripts.length} files`,
			`worker ${inKilobytes(worker)} and its frame ${inKilobytes(frame)}`,
			`pictures of the first ten cards ${inKilobytes(sumOf(firstTen))}`,
			`together ${inKilobytes(total)}`,
			`with all that was fetched ahead ${inKilobytes(sumOf(transfers))}`,
		].join(', '),
	);
	expect(scripts.length).toBeGreaterThan(0);
	expect(firstTen.length).toBeGreaterThanOrEqual(10);
	expect(sumOf(scripts) + worker).toBeLessThanOrEqual(150 * kilobyte);
	expect(total).toBeLessThanOrEqual(250 * kilobyte);
	expect(transfers.filter(({ url, kind }) => kind === 'Media' || /\.(mp4|mp3)(\?|$)/.test(url))).toEqual([]);
	expect(transfers.filter(({ url }) => !url.startsWith(`${market.address}/`))).toEqual([]);

	expect(await shifted()).toEqual([]);
});
