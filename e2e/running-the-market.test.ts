import type { Page } from '@playwright/test';
import * as adminText from '../contract/text/admin.ts';
import * as adminAccountsText from '../contract/text/admin-accounts.ts';
import * as adminOverviewText from '../contract/text/admin-overview.ts';
import * as commonText from '../contract/text/common.ts';
import * as homeText from '../contract/text/home.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import * as validationText from '../contract/text/validation.ts';
import { eventually, expectHeading, expectToast, toasts } from './support/expect.ts';
import type { Market } from './support/market.ts';
import { operatorLoggedIn, password, signedUp, storedSession, submitLogIn } from './support/people.ts';
import { settled } from './support/settled.ts';
import { watchShifts } from './support/shifts.ts';
import { expect, runsWith, test } from './support/test.ts';
import { violations } from './support/violations.ts';

test.use(runsWith({ sample: true, only: 'running-the-market' }));
const still = { reducedMotion: 'reduce' } as const;
const words = 'We are closed on Sunday.';

async function atTheDesk(market: Market): Promise<Page> {
	const desk = await market.desk(still);
	await operatorLoggedIn(market, desk, '/dashboard/admin');
	await expectHeading(desk, 'Overview');
	return desk;
}

const notice = (page: Page) => page.getByRole('complementary', { name: 'Notice' });

test('an administrator sees the market in numbers, and how fast its pages are', async ({ market }) => {
	const visitor = await market.phone(still);
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
		await settled(desk);
		return desk.getByRole('rowheader', { name: 'home', exact: true }).count();
	}).toBe(1);
	expect(await violations(desk)).toEqual([]);
});

test('a notice reaches every visitor, goes when it is dismissed, and when it is ended', async ({ market }) => {
	market.allow(/status of 422/);
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

	const visitor = await market.phone(still);
	const shifted = await watchShifts(visitor);
	for (const path of ['/learning', '/Login', '/']) {
		await visitor.goto(path);
		await notice(visitor).getByText(words).waitFor();
	}
	expect(await violations(visitor)).toEqual([]);
	expect(await notice(visitor).getByRole('link', { name: commonText.readMore }).getAttribute('href')).toBe('/learning');
	await notice(visitor).getByRole('button', { name: 'Dismiss' }).click();
	await notice(visitor).waitFor({ state: 'hidden' });
	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	await settled(visitor);
	expect(await notice(visitor).count()).toBe(0);
	expect(await shifted()).toEqual([]);

	await desk.getByRole('button', { name: adminOverviewText.endNotice }).click();
	await expectToast(desk, adminOverviewText.noticeEnded);
	const other = await market.phone(still);
	await other.goto('/');
	await expectHeading(other, pageTitlesText.trending);
	expect(await other.content()).not.toContain(words);
});

test('an account is found, suspended with a reason, and let in again', async ({ market }) => {
	// The page that is open meanwhile asks with a session that is over.
	market.allow(/status of 40[13]/);
	const seller = await market.phone(still);
	const { email, userName } = await signedUp(seller);
	const desk = await atTheDesk(market);
	await desk.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Accounts' }).click();
	await expectHeading(desk, 'Accounts');
	await desk.getByRole('searchbox', { name: adminAccountsText.search }).fill(email);
	await desk.waitForURL(/q=/);
	await desk.getByRole('button', { name: `Suspend @${userName}` }).click();
	const dialog = desk.getByRole('dialog');
	await dialog.getByLabel(adminText.forHowLong).selectOption('30 days');
	await dialog.getByLabel('Why?').fill('Asked for the money first.');
	expect(await violations(desk)).toEqual([]);
	await dialog.getByRole('button', { name: adminText.suspendAccount }).click();
	await expectToast(desk, `@${userName} is suspended`);
	await desk.getByText(/^Suspended until/).waitFor();
	expect(await violations(desk)).toEqual([]);
	await seller.goto('/dashboard/security');
	await seller.waitForURL(/\/Login/);
	expect(await storedSession(seller)).toBeNull();

	const again = await market.phone(still);
	await again.goto('/Login');
	await submitLogIn(again, email, password);
	await again
		.getByText(/This account is suspended/)
		.first()
		.waitFor();

	await desk.getByRole('button', { name: `Let in again @${userName}` }).click();
	await dialog.getByLabel('Why?').fill('It was a misunderstanding.');
	await dialog.getByRole('button', { name: adminAccountsText.letInAgain }).click();
	await expectToast(desk, `@${userName} may log in again`);
	await submitLogIn(again, email, password);
	await again.waitForURL((url) => url.pathname !== '/Login');
	expect(await violations(desk)).toEqual([]);
});

test('sample content is gone for everybody after one action', async ({ market }) => {
	const visitor = await market.phone(still);
	await visitor.goto('/');
	await visitor.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
	const desk = await atTheDesk(market);
	await desk.getByRole('button', { name: adminOverviewText.removeSampleContent }).click();
	await desk.getByRole('dialog').getByRole('button', { name: adminOverviewText.removeSample }).click();
	await expect(toasts(desk).getByText(/Removed 18 accounts, \d+ ads and \d+ posts/)).toBeVisible();
	await desk.getByText(adminOverviewText.noSampleContent).waitFor();
	await visitor.goto('/');
	await expect(visitor.getByRole('heading', { name: homeText.emptyTitle })).toBeVisible();
	await desk.goto('/dashboard/admin/audit');
	await expect(desk.getByText('sample_content.remove').first()).toBeVisible();
});
