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

test('finds an ad while typing despite typos and highlights the matches', async ({ market }) => {
	const page = await market.newPhonePage();
	await page.goto('/search');
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
	await eventually(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
	await field(page).pressSequentially('lether hanbag', { delay: 20 });
	const result = page.getByRole('link', { name: handbag, exact: true });
	await result.waitFor();
	await eventually(() => result.locator('mark').allTextContents()).toEqual(['leather', 'handbag']);
	await eventually(() => getParams(page)).toEqual({ q: 'lether hanbag' });
	await page
		.getByRole('status')
		.filter({ hasText: /^\d+ ads?/ })
		.waitFor();

	await field(page).press('Enter');
	await result.click();
	await expectHeading(page, handbag);
	await page.goBack();
	await result.waitFor();
	expect(await field(page).inputValue()).toBe('lether hanbag');

	// The device remembers a search until the user removes the search.
	await page.goto('/search');
	await page.getByRole('link', { name: 'lether hanbag' }).click();
	await eventually(() => field(page).inputValue()).toBe('lether hanbag');
	await result.locator('mark').first().waitFor();
	await page.goto('/search');
	await page.getByRole('button', { name: 'Remove "lether hanbag"' }).click();
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
});

for (const device of ['phone', 'desktop'] as const) {
	test(`searches from the header on a ${device} and continues on the results page`, async ({ market }) => {
		const page = await (device === 'phone' ? market.newPhonePage() : market.newDesktopPage());
		await page.goto('/for-you');
		const headerField = page.getByRole('banner').getByRole('searchbox', { name: layoutText.searchMarket });
		await headerField.fill('lether hanbag');
		await headerField.press('Enter');
		await eventually(() => getParams(page)).toEqual({ q: 'lether hanbag' });
		await page.getByRole('link', { name: handbag, exact: true }).waitFor();
		expect(await field(page).inputValue()).toBe('lether hanbag');
		await field(page).fill('gadjets');
		await eventually(() => getParams(page)).toEqual({ q: 'gadjets' });
		await page.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets').waitFor();
	});
}

for (const path of ['/', '/search?q=lagos', '/?category=Groceries+%26+Essentials']) {
	test(`shows four products whole on the first screen of a phone at ${path}`, async ({ market }) => {
		const page = await market.newPhonePage({ viewport: { width: 360, height: 740 } });
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
