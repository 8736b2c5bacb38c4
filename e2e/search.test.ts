import type { Page } from '@playwright/test';
import * as layoutText from '../contract/text/layout.ts';
import * as searchText from '../contract/text/search.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { expect, test, withConfiguration } from './support/test.ts';

test.use(withConfiguration({ sample: true }));
const handbag = 'Brown leather handbag with long strap';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('with a wrong letter in each word the ad is found as one types, and what was found is marked', async ({
	market,
}) => {
	const page = await market.newPhonePage();
	await page.goto('/');
	await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
	await eventually(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
	await field(page).pressSequentially('lether hanbag', { delay: 20 });
	const found = page.getByRole('link', { name: handbag, exact: true });
	await found.waitFor();
	await eventually(() => found.locator('mark').allTextContents()).toEqual(['leather', 'handbag']);
	await eventually(() => asked(page)).toEqual({ q: 'lether hanbag' });
	await page
		.getByRole('status')
		.filter({ hasText: /^\d+ ads?/ })
		.waitFor();

	await field(page).press('Enter');
	await found.click();
	await expectHeading(page, handbag);
	await page.goBack();
	await found.waitFor();
	expect(await field(page).inputValue()).toBe('lether hanbag');

	// What was looked for stays on this device, until it is forgotten.
	await page.goto('/search');
	await page.getByRole('link', { name: 'lether hanbag' }).click();
	await found.waitFor();
	expect(await field(page).inputValue()).toBe('lether hanbag');
	await page.goto('/search');
	await page.getByRole('button', { name: 'Forget "lether hanbag"' }).click();
	await page.getByRole('heading', { name: searchText.startTitle }).waitFor();
});

test('at a desk one looks for something from where one is, and goes on typing where it is found', async ({
	market,
}) => {
	const page = await market.newDesktopPage();
	await page.goto('/for-you');
	const frame = page.getByRole('banner').getByRole('searchbox', { name: layoutText.searchMarket });
	await frame.fill('lether hanbag');
	await frame.press('Enter');
	await page.getByRole('link', { name: handbag, exact: true }).waitFor();
	expect(asked(page)).toEqual({ q: 'lether hanbag' });
	expect(await field(page).inputValue()).toBe('lether hanbag');
	await field(page).fill('gadjets');
	await eventually(() => asked(page)).toEqual({ q: 'gadjets' });
	await page.getByRole('region', { name: 'People' }).getByText('@chidi_gadgets').waitFor();
});
