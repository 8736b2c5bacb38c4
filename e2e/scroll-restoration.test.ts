import type { Page } from '@playwright/test';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { expect, test, withConfiguration } from './support/test.ts';

test.use(withConfiguration({ sample: true }));

/** Ids of the cards on the page, in their order. */
const cardIds = (page: Page) =>
	page
		.getByRole('main')
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.evaluateAll((links) =>
			links.map((link) => Number(/\/(?:feed|sellervideos)\/(\d+)\//.exec((link as HTMLAnchorElement).href)?.[1])),
		);

test('back from an ad the list stands where it was left', async ({ market }) => {
	const page = await market.newPhonePage();
	await page.goto('/');
	await eventually(async () => {
		await page.mouse.wheel(0, 1500);
		return (await cardIds(page)).length;
	}).toBeGreaterThan(24);
	const ids = await cardIds(page);
	const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(26);
	await link.scrollIntoViewIfNeeded();
	const title = (await link.textContent()) ?? '';
	const place = async () => (await page.getByRole('link', { name: title }).first().boundingBox())?.y ?? Number.NaN;
	const before = await place();
	await link.click();
	await expectHeading(page, title);
	expect(await page.evaluate(() => scrollY)).toBe(0);
	await page.goBack();
	await expectHeading(page, pageTitlesText.trending);
	expect((await cardIds(page)).slice(0, ids.length)).toEqual(ids);
	await eventually(async () => Math.abs((await place()) - before)).toBeLessThan(5);
});
