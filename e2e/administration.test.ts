import type { Page } from '@playwright/test';
import * as adminOverviewText from '../contract/text/admin-overview.ts';
import * as commonText from '../contract/text/common.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import * as validationText from '../contract/text/validation.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import type { Market } from './support/market.ts';
import { logInAsOperator } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, test, withConfiguration } from './support/test.ts';

test.use(withConfiguration({ sample: true, isolatedFor: 'running-the-market' }));
const still = { reducedMotion: 'reduce' } as const;
const words = 'We are closed on Sunday.';

async function atTheDesk(market: Market): Promise<Page> {
	const desk = await market.newDesktopPage(still);
	await logInAsOperator(market, desk, '/dashboard/admin');
	await expectHeading(desk, 'Overview');
	return desk;
}

const notice = (page: Page) => page.getByRole('complementary', { name: 'Notice' });

test('an administrator sees the market in numbers, and how fast its pages are', async ({ market }) => {
	const visitor = await market.newPhonePage(still);
	const told = visitor.waitForRequest('**/api/insights');
	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	await told;
	// What it measured is told when it is left.
	await visitor.goto('about:blank');

	const desk = await atTheDesk(market);
	const row = (name: string) =>
		desk.getByRole('row').filter({ has: desk.getByRole('rowheader', { name, exact: true }) });
	await row(adminOverviewText.adsShown).waitFor();
	expect(await row(adminOverviewText.adsShown).textContent()).toMatch(/[1-9]\d/);
	expect(await row(adminOverviewText.errors).textContent()).toBe(`${adminOverviewText.errors}0`);
	await desk.getByRole('img', { name: /^New ads, 30 days in 30 days: \d+ in all, the most on/ }).waitFor();
	await eventually(async () => {
		await desk.reload();
		await desk.getByRole('heading', { name: 'Pages' }).waitFor();
		await waitUntilSettled(desk);
		return desk.getByRole('rowheader', { name: 'home', exact: true }).count();
	}).toBe(1);
	expect(await findViolations(desk)).toEqual([]);
});

test('a notice reaches every visitor, goes when it is dismissed, and when it is ended', async ({ market }) => {
	market.allowErrors(/status of 422/);
	const desk = await atTheDesk(market);
	await desk.getByRole('button', { name: adminOverviewText.publishNotice }).click();
	await desk.getByText(validationText.noticeMissing).waitFor();
	await desk.getByLabel('Text').fill(words);
	await desk.getByLabel(adminOverviewText.noticePath).fill('https://evil.example');
	await desk.getByRole('button', { name: adminOverviewText.publishNotice }).click();
	await desk.getByText(validationText.pathInvalid).waitFor();
	expect(await desk.getByLabel('Text').inputValue()).toBe(words);
	await desk.getByLabel(adminOverviewText.noticePath).fill('/learning');
	await desk.getByRole('button', { name: adminOverviewText.publishNotice }).click();
	await expectToast(desk, adminOverviewText.noticePublished);

	const visitor = await market.newPhonePage(still);
	const shifted = await recordLayoutShifts(visitor);
	for (const path of ['/learning', '/Login', '/']) {
		await visitor.goto(path);
		await notice(visitor).getByText(words).waitFor();
	}
	expect(await findViolations(visitor)).toEqual([]);
	expect(await notice(visitor).getByRole('link', { name: commonText.readMore }).getAttribute('href')).toBe('/learning');
	await notice(visitor).getByRole('button', { name: 'Dismiss' }).click();
	await notice(visitor).waitFor({ state: 'hidden' });
	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	await waitUntilSettled(visitor);
	expect(await notice(visitor).count()).toBe(0);
	expect(await shifted()).toEqual([]);

	await desk.getByRole('button', { name: adminOverviewText.endNotice }).click();
	await expectToast(desk, adminOverviewText.noticeEnded);
	const other = await market.newPhonePage(still);
	await other.goto('/');
	await expectHeading(other, pageTitlesText.trending);
	expect(await other.content()).not.toContain(words);
});
