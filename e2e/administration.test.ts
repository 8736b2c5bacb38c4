import type { Page } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as adminOverviewText from '../text/web/admin-overview.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import { findViolations } from './support/accessibility.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { recordLayoutShifts } from './support/layout-shifts.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { logInAsAdministrator } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true, isolatedFor: 'administration' }));
const noticeText = 'We are closed on Sunday.';

async function openAdmin(market: MarketFixture): Promise<Page> {
	const admin = await market.newDesktopPage();
	await logInAsAdministrator(market, admin, '/dashboard/admin');
	await expectHeading(admin, 'Overview');
	return admin;
}

const notice = (page: Page) => page.getByRole('complementary', { name: 'Notice' });

test('shows an administrator stats and page speeds, and a notice to every visitor', async ({ market }) => {
	const visitor = await market.newPhonePage();
	const insightsRequest = visitor.waitForRequest('**/api/insights');
	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	await insightsRequest;
	// The browser sends web vitals when the page is left.
	await visitor.goto('about:blank');

	const admin = await openAdmin(market);
	await test.step('shows the stats of the market and the speed of its pages', async () => {
		await admin.getByRole('heading', { name: adminOverviewText.waitingTitle }).waitFor();
		await admin.getByText(adminOverviewText.nothingWaiting).waitFor();
		const row = (name: string) =>
			admin.getByRole('row').filter({ has: admin.getByRole('rowheader', { name, exact: true }) });
		await row(adminOverviewText.liveAds).waitFor();
		expect(await row(adminOverviewText.liveAds).textContent()).toMatch(/[1-9]\d/);
		expect(await row(adminOverviewText.errors).textContent()).toBe(`${adminOverviewText.errors}0`);
		await admin.getByRole('img', { name: /^New ads, 30 days in 30 days: \d+ in total. Best day:/ }).waitFor();
		await eventually(async () => {
			await admin.reload();
			await admin.getByRole('heading', { name: 'Pages' }).waitFor();
			await waitUntilSettled(admin);
			return admin.getByRole('rowheader', { name: 'home', exact: true }).count();
		}).toBe(1);
	});
	await test.step('shows a notice until it is dismissed or ended', async () => {
		await admin.getByLabel('Text').fill(noticeText);
		await admin.getByLabel(adminOverviewText.noticePath).fill('/learning');
		await admin.getByRole('button', { name: adminOverviewText.publishNotice }).click();
		await expectToast(admin, adminOverviewText.noticePublished);

		const getLayoutShifts = await recordLayoutShifts(visitor);
		for (const path of ['/learning', '/Login', '/']) {
			await visitor.goto(path);
			await notice(visitor).getByText(noticeText).waitFor();
		}
		expect(await findViolations(visitor)).toEqual([]);
		expect(await notice(visitor).getByRole('link', { name: commonText.readMore }).getAttribute('href')).toBe(
			'/learning',
		);
		await notice(visitor).getByRole('button', { name: 'Dismiss' }).click();
		await notice(visitor).waitFor({ state: 'hidden' });
		await visitor.goto('/');
		await expectHeading(visitor, pageTitlesText.trending);
		await waitUntilSettled(visitor);
		expect(await notice(visitor).count()).toBe(0);
		expect(await getLayoutShifts()).toEqual([]);

		await admin.getByRole('button', { name: adminOverviewText.endNotice }).click();
		await expectToast(admin, adminOverviewText.noticeEnded);
		const other = await market.newPhonePage();
		await other.goto('/');
		await expectHeading(other, pageTitlesText.trending);
		expect(await other.content()).not.toContain(noticeText);
	});
});
