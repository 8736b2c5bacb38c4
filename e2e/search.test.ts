import type { Page } from '@playwright/test';
import * as layoutText from '../contract/text/layout.ts';
import * as searchText from '../contract/text/search.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));
const handbag = 'Brown leather handbag with long strap';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const getParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('finds an ad while typing despite typos and highlights the matches', async ({ market }) => {
	const page = await market.newPhonePage();
	await page.goto('/');
	await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
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
	await result.waitFor();
	expect(await field(page).inputValue()).toBe('lether hanbag');
	await page.goto('/search');
	await page.getByRole('button', { name: 'Remove "lether hanbag"' }).click();
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
});

test('searches from the header on a desktop and continues on the results page', async ({ market }) => {
	const page = await market.newDesktopPage();
	await page.goto('/for-you');
	const headerField = page.getByRole('banner').getByRole('searchbox', { name: layoutText.searchMarket });
	await headerField.fill('lether hanbag');
	await headerField.press('Enter');
	await page.getByRole('link', { name: handbag, exact: true }).waitFor();
	expect(getParams(page)).toEqual({ q: 'lether hanbag' });
	expect(await field(page).inputValue()).toBe('lether hanbag');
	await field(page).fill('gadjets');
	await eventually(() => getParams(page)).toEqual({ q: 'gadjets' });
	await page.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets').waitFor();
});
