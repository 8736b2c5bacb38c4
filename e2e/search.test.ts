import type { Page } from '@playwright/test';
import * as layoutText from '../text/shared/layout.ts';
import * as searchText from '../text/web/search.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));
const handbag = 'Brown leather handbag with long strap';

/** Returns the field of the search page. The top bar's field of other pages has a longer name. */
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true });

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
