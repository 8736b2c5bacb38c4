import type { Locator, Page } from '@playwright/test';
import * as layoutText from '../text/shared/layout.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));

/** Returns the bounding box of a visible element. */
async function getBox(element: Locator) {
	const box = await element.boundingBox();
	if (!box) throw new Error(`${element} is not visible`);
	return box;
}

const getAdIds = (page: Page) =>
	page
		.getByRole('main')
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.evaluateAll((links) =>
			links.map((link) => Number(/\/(?:feed|sellervideos)\/(\d+)\//.exec((link as HTMLAnchorElement).href)?.[1])),
		);

test('shows four products whole on the first screen of a phone, and restores the scroll position', async ({
	market,
}) => {
	const page = await market.newPhonePage({ viewport: { width: 360, height: 740 } });
	for (const path of ['/', '/search?q=lagos', '/?category=Groceries+%26+Essentials']) {
		await test.step(path, async () => {
			await page.goto(path);
			await waitUntilSettled(page);
			const cards = page.getByRole('main').locator('li', { has: page.getByRole('heading', { level: 2 }) });
			const top = await getBox(page.getByRole('banner'));
			const bottom = await getBox(page.getByRole('navigation', { name: layoutText.places }));
			const boxes = await Promise.all([0, 1, 2, 3].map((index) => getBox(cards.nth(index))));
			expect(Math.min(...boxes.map(({ y }) => y))).toBeGreaterThanOrEqual(top.y + top.height);
			expect(Math.max(...boxes.map(({ y, height }) => y + height))).toBeLessThanOrEqual(bottom.y);
			const search = await getBox(page.getByRole('searchbox'));
			expect(search.y).toBeGreaterThanOrEqual(top.y);
			expect(search.y + search.height).toBeLessThanOrEqual(top.y + top.height);
		});
	}

	await test.step('restores the scroll position after going back from an ad', async () => {
		await page.goto('/');
		await eventually(async () => {
			await page.mouse.wheel(0, 1500);
			return (await getAdIds(page)).length;
		}).toBeGreaterThan(24);
		const ids = await getAdIds(page);
		const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(26);
		await link.scrollIntoViewIfNeeded();
		const title = (await link.textContent()) ?? '';
		const getTop = async () => (await page.getByRole('link', { name: title }).first().boundingBox())?.y ?? Number.NaN;
		const before = await getTop();
		await link.click();
		await expectHeading(page, title);
		expect(await page.evaluate(() => scrollY)).toBe(0);
		await page.goBack();
		await expectHeading(page, pageTitlesText.trending);
		expect((await getAdIds(page)).slice(0, ids.length)).toEqual(ids);
		await eventually(async () => Math.abs((await getTop()) - before)).toBeLessThan(5);
	});
});
