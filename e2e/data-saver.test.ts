import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import * as controlsText from '../contract/text/controls.ts';
import * as dataSaverText from '../contract/text/data-saver.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test, withConfiguration } from './support/test.ts';
import { getWorkerTransfers, recordTransfers, sumBytes } from './support/transfers.ts';

test.use({ ...withConfiguration({ sample: true }), serviceWorkers: 'allow' });
const kilobyte = 1024;

/** What the phone's own switch for less data does to the browser. */
async function turnOnSaveData(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
	await page.setExtraHTTPHeaders({ 'save-data': 'on' });
}

const cardsOf = (page: Page) =>
	page.getByRole('main').locator('ul > li', { has: page.getByRole('heading', { level: 2 }) });

/** Addresses of the pictures that these cards show, once they have come. */
async function picturesOf(page: Page, first: number, last: number): Promise<string[]> {
	const sources: string[] = [];
	for (let index = first; index <= last; index++) {
		const card = cardsOf(page).nth(index);
		await card.scrollIntoViewIfNeeded();
		const shown = await card.locator('img').evaluateAll(async (images) =>
			Promise.all(
				(images as HTMLImageElement[]).map(async (image) => {
					await image.decode();
					return image.currentSrc;
				}),
			),
		);
		sources.push(...shown);
	}
	return sources;
}

test('a phone that saves data visits the market for 300 KB, and nothing comes before it is asked for', async ({
	market,
}) => {
	// What the worker fetches is counted apart.
	const page = await market.newPhonePage({ serviceWorkers: 'block' });
	await turnOnSaveData(page);
	const transfers = await recordTransfers(page);
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilSettled(page);
	await picturesOf(page, 0, 9);
	await waitUntilSettled(page);
	const { worker, frame } = await getWorkerTransfers(market.address);
	const cost = sumBytes(transfers) + worker + frame;
	console.log(`first visit with Save-Data, ten cards seen: ${(cost / kilobyte).toFixed(1)} KB`);
	expect(transfers.length).toBeGreaterThan(10);
	expect(cost).toBeLessThanOrEqual(300 * kilobyte);

	// What was not on its way when the scripts took over comes in its smallest size.
	const feed = await page.evaluate(async () => (await fetch('/api/feed')).json());
	const smallest = new Set(feed.items.map(({ cover }: { cover: { sizes: { url: string }[] } }) => cover.sizes[0]?.url));
	const shown = await picturesOf(page, 6, 11);
	expect(shown.length).toBeGreaterThanOrEqual(6);
	const larger = shown.map((source) => source.slice(market.address.length)).filter((source) => !smallest.has(source));
	expect(larger).toEqual([]);

	const asked: string[] = [];
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	const count = await cardsOf(page).count();
	await page.getByRole('button', { name: controlsText.showMore }).scrollIntoViewIfNeeded();
	const link = cardsOf(page)
		.nth(count - 1)
		.getByRole('heading')
		.getByRole('link');
	await link.hover();
	await link.focus();
	await cardsOf(page)
		.nth(count - 1)
		.getByRole('button', { name: 'Save' })
		.click();
	await expectToast(page, messages.wishlistAdded);
	await waitUntilSettled(page);
	// The notice was asked for, and is shown by code that came with it; that the page was opened is told after a while.
	expect(asked.filter((path) => !/^\/(media\/|assets\/toaster-|api\/insights$)/.test(path))).toEqual([]);

	await page.getByRole('button', { name: controlsText.showMore }).click();
	await eventually(() => cardsOf(page).count()).toBeGreaterThan(count);
	expect(asked).toContain('/api/feed');
});

test('whoever switches the data saver on sees what the visit costs, and keeps it for the next one', async ({
	market,
}) => {
	const page = await market.newPhonePage({ reducedMotion: 'reduce' });
	await page.goto('/');
	await page.getByRole('main').getByRole('link', { name: dataSaverText.title }).click();
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
	const lazy = cardsOf(page).nth(8).locator('img').first();
	await eventually(() => lazy.getAttribute('srcset')).toBeNull();
	await page.goto('/data-saver');
	await eventually(() => toggle.isChecked()).toBe(true);
	await toggle.click();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await waitUntilSettled(page);
	expect(await lazy.getAttribute('srcset')).not.toBeNull();
});
