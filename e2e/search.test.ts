import type { Locator, Page } from '@playwright/test';
import * as layoutText from '../text/shared/layout.ts';
import * as searchText from '../text/web/search.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));
const handbag = 'Brown leather handbag with long strap';

/** Returns the field of the search page. The top bar's field of other pages has a longer name. */
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true });

/** Returns the bounding box of a visible element. */
async function getBox(element: Locator) {
	const box = await element.boundingBox();
	if (!box) throw new Error(`${element} is not visible`);
	return box;
}

const getParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('finds an ad while typing and from the header despite typos, and highlights the matches', async ({ market }) => {
	const page = await market.newPhonePage();
	const result = page.getByRole('link', { name: handbag, exact: true });
	await test.step('searches while typing', async () => {
		await page.goto('/search');
		await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
		await eventually(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
		await field(page).pressSequentially('lether hanbag', { delay: 20 });
		await result.waitFor();
		await eventually(() => result.locator('mark').allTextContents()).toEqual(['leather', 'handbag']);
		await eventually(() => getParams(page)).toEqual({ q: 'lether hanbag' });
		await page
			.getByRole('status')
			.filter({ hasText: /^\d+ ads?/ })
			.waitFor();
	});
	await test.step('remembers the search on the way back, and on the device until the user removes it', async () => {
		await field(page).press('Enter');
		await result.click();
		await expectHeading(page, handbag);
		await page.goBack();
		await result.waitFor();
		expect(await field(page).inputValue()).toBe('lether hanbag');
		await page.goto('/search');
		await page.getByRole('link', { name: 'lether hanbag' }).click();
		await eventually(() => field(page).inputValue()).toBe('lether hanbag');
		await page.goto('/search');
		await page.getByRole('button', { name: 'Remove "lether hanbag"' }).click();
		await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
	});
	await test.step('searches from the header on both screens and continues on the results page', async () => {
		for (const visitor of [page, await market.newDesktopPage()]) {
			await visitor.goto('/for-you');
			const headerField = visitor.getByRole('banner').getByRole('searchbox', { name: layoutText.searchMarket });
			await headerField.fill('lether hanbag');
			await headerField.press('Enter');
			await eventually(() => getParams(visitor)).toEqual({ q: 'lether hanbag' });
			await visitor.getByRole('link', { name: handbag, exact: true }).waitFor();
			expect(await field(visitor).inputValue()).toBe('lether hanbag');
			await field(visitor).fill('gadjets');
			await eventually(() => getParams(visitor)).toEqual({ q: 'gadjets' });
			await visitor.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets').waitFor();
		}
	});
});

test('shows four products whole on the first screen of a phone', async ({ market }) => {
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
});
