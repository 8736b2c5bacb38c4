import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as controlsText from '../text/web/controls.ts';
import * as dataSaverText from '../text/web/data-saver.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { getWorkerTransferBytes, recordNetworkTransfers, sumTransferBytes } from './support/network-transfers.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use({ ...makeConfigurationFixture({ sample: true }), serviceWorkers: 'allow' });
const kilobyte = 1024;

/** Emulates the phone's setting that saves mobile data. */
async function turnOnSaveData(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
	await page.setExtraHTTPHeaders({ 'save-data': 'on' });
}

const getCards = (page: Page) =>
	page.getByRole('main').locator('ul > li', { has: page.getByRole('heading', { level: 2 }) });

/** Returns the URLs of the pictures of cards `first` to `last` after the pictures are decoded. */
async function getPictureUrls(page: Page, first: number, last: number): Promise<string[]> {
	const sources: string[] = [];
	for (let index = first; index <= last; index++) {
		const card = getCards(page).nth(index);
		await card.scrollIntoViewIfNeeded();
		const urls = await card.locator('img').evaluateAll(async (images) =>
			Promise.all(
				(images as HTMLImageElement[]).map(async (image) => {
					await image.decode();
					return image.currentSrc;
				}),
			),
		);
		sources.push(...urls);
	}
	return sources;
}

test('saves data with Save-Data or the switch, and shows the cost of a visit', async ({ market }) => {
	await test.step('visits the market with Save-Data for at most 300 KB and prefetches nothing', async () => {
		// The page runs without a service worker. `getWorkerTransferBytes` adds the bytes that the worker would fetch.
		const page = await market.newPhonePage({ serviceWorkers: 'block' });
		await turnOnSaveData(page);
		const transfers = await recordNetworkTransfers(page);
		// Every visit loads this script a second after the page.
		const lastScript = page.waitForRequest('**/assets/offline-manager-*.js');
		await page.goto('/');
		await expectHeading(page, pageTitlesText.trending);
		await lastScript;
		await waitUntilSettled(page);
		await getPictureUrls(page, 0, 9);
		await waitUntilSettled(page);
		const { worker, frame } = await getWorkerTransferBytes(market.address);
		const cost = sumTransferBytes(transfers) + worker + frame;
		console.log(`first visit with Save-Data, ten cards seen: ${(cost / kilobyte).toFixed(1)} KB`);
		expect(transfers.length).toBeGreaterThan(10);
		expect(cost).toBeLessThanOrEqual(300 * kilobyte);

		// Pictures that load after hydration load in their smallest size.
		const feed = await page.evaluate(async () => (await fetch('/api/feed')).json());
		const smallest = new Set(
			feed.items.map(({ cover }: { cover: { sizes: { url: string }[] } }) => cover.sizes[0]?.url),
		);
		const urls = await getPictureUrls(page, 6, 11);
		expect(urls.length).toBeGreaterThanOrEqual(6);
		const larger = urls.map((source) => source.slice(market.address.length)).filter((source) => !smallest.has(source));
		expect(larger).toEqual([]);

		const requestedPaths: string[] = [];
		page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
		const count = await getCards(page).count();
		await page.getByRole('button', { name: controlsText.showMore }).scrollIntoViewIfNeeded();
		const link = getCards(page)
			.nth(count - 1)
			.getByRole('heading')
			.getByRole('link');
		await link.hover();
		await link.focus();
		await getCards(page)
			.nth(count - 1)
			.getByRole('button', { name: 'Save' })
			.click();
		await expectToast(page, messages.wishlistAdded);
		await waitUntilSettled(page);
		// No other requests are allowed. The toast's code loads on demand, and the pageview is sent with a delay.
		expect(requestedPaths.filter((path) => !/^\/(media\/|assets\/toaster-|api\/insights$)/.test(path))).toEqual([]);

		await page.getByRole('button', { name: controlsText.showMore }).click();
		await eventually(() => getCards(page).count()).toBeGreaterThan(count);
		expect(requestedPaths).toContain('/api/feed');
	});
	await test.step('shows the cost of the visit and keeps the data saver switched on', async () => {
		const page = await market.newPhonePage();
		await page.goto('/data-saver');
		await expectHeading(page, dataSaverText.title);
		const toggle = page.getByRole('switch', { name: dataSaverText.switchLabel });
		expect(await toggle.isChecked()).toBe(false);
		await toggle.click();
		expect(await toggle.isChecked()).toBe(true);

		const meter = page.getByRole('region', { name: dataSaverText.visitTitle });
		const cost = async () =>
			Number.parseFloat(
				(await meter
					.getByText(/^\d+\.\d\d MB$/)
					.first()
					.textContent()) ?? '',
			);
		const before = await cost();
		expect(before).toBeGreaterThan(0.1);
		expect(before).toBeLessThan(1);
		await page.evaluate(async () => (await fetch('/api/docs/json')).text());
		await eventually(cost).toBeGreaterThan(before);
		expect(await findViolations(page)).toEqual([]);

		await page.goto('/');
		await expectHeading(page, pageTitlesText.trending);
		const lazyImage = getCards(page).nth(8).locator('img').first();
		await eventually(() => lazyImage.getAttribute('srcset')).toBeNull();
		await page.goto('/data-saver');
		await eventually(() => toggle.isChecked()).toBe(true);
		await toggle.click();
		await page.goto('/');
		await expectHeading(page, pageTitlesText.trending);
		await waitUntilSettled(page);
		expect(await lazyImage.getAttribute('srcset')).not.toBeNull();
	});
});
