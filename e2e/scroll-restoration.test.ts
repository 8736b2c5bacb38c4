import type { Page } from '@playwright/test';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));

const getAdIds = (page: Page) =>
	page
		.getByRole('main')
		.getByRole('heading', { level: 2 })
		.getByRole('link')
		.evaluateAll((links) =>
			links.map((link) => Number(/\/(?:feed|sellervideos)\/(\d+)\//.exec((link as HTMLAnchorElement).href)?.[1])),
		);

test('restores the scroll position after going back from an ad', async ({ market }) => {
	const page = await market.newPhonePage();
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
