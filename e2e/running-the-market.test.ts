import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, expectHeading, expectToast, expectVisible, toasts } from './support/expect.ts';
import { openMarket } from './support/market.ts';
import { operator, password, signedUp, storedSession, submitLogIn } from './support/people.ts';
import { settled } from './support/settled.ts';
import { watchShifts } from './support/shifts.ts';
import { violations } from './support/violations.ts';

const market = openMarket({ sample: true });
const still = { reducedMotion: 'reduce' } as const;
const words = 'We are closed on Sunday.';

async function atTheDesk(): Promise<Page> {
	const desk = await market.desk(still);
	await desk.goto('/Login?next=/dashboard/admin');
	await submitLogIn(desk, operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD);
	await expectHeading(desk, 'Overview');
	return desk;
}

const notice = (page: Page) => page.getByRole('complementary', { name: 'Notice' });

test('an administrator sees the market in numbers, and how fast its pages are', async () => {
	const visitor = await market.phone(still);
	const told = visitor.waitForRequest('**/api/insights');
	await visitor.goto('/');
	await expectHeading(visitor, 'Trending now');
	await told;
	// What it measured is told when it is left.
	await visitor.goto('about:blank');

	const desk = await atTheDesk();
	const row = (name: string) =>
		desk.getByRole('row').filter({ has: desk.getByRole('rowheader', { name, exact: true }) });
	await row('Ads on show').waitFor();
	expect(await row('Ads on show').textContent()).toMatch(/[1-9]\d/);
	expect(await row('Errors since then').textContent()).toBe('Errors since then0');
	await desk.getByRole('img', { name: /^New ads, 30 days in 30 days: \d+ in all, the most on/ }).waitFor();
	await eventually(async () => {
		await desk.reload();
		await desk.getByRole('heading', { name: 'Pages' }).waitFor();
		await settled(desk);
		return desk.getByRole('rowheader', { name: 'home', exact: true }).count();
	}).toBe(1);
	expect(await violations(desk)).toEqual([]);
});

test('a notice reaches every visitor, goes when it is dismissed, and when it is ended', async () => {
	market.allow(/status of 422/);
	const desk = await atTheDesk();
	await desk.getByRole('button', { name: 'Show it on every page' }).click();
	await desk.getByText('Write what everybody is to know').waitFor();
	await desk.getByLabel('Text').fill(words);
	await desk.getByLabel('Leads to').fill('https://evil.example');
	await desk.getByRole('button', { name: 'Show it on every page' }).click();
	await desk.getByText('A path of this site, such as /learning').waitFor();
	expect(await desk.getByLabel('Text').inputValue()).toBe(words);
	await desk.getByLabel('Leads to').fill('/learning');
	await desk.getByRole('button', { name: 'Show it on every page' }).click();
	await expectToast(desk, 'Every page shows it');

	const visitor = await market.phone(still);
	const shifted = await watchShifts(visitor);
	for (const path of ['/learning', '/Login', '/']) {
		await visitor.goto(path);
		await notice(visitor).getByText(words).waitFor();
	}
	expect(await violations(visitor)).toEqual([]);
	expect(await notice(visitor).getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('/learning');
	await notice(visitor).getByRole('button', { name: 'Dismiss' }).click();
	await notice(visitor).waitFor({ state: 'hidden' });
	await visitor.goto('/');
	await expectHeading(visitor, 'Trending now');
	await settled(visitor);
	expect(await notice(visitor).count()).toBe(0);
	expect(await shifted()).toEqual([]);

	await desk.getByRole('button', { name: 'End it now' }).click();
	await expectToast(desk, 'The notice is gone from every page');
	const other = await market.phone(still);
	await other.goto('/');
	await expectHeading(other, 'Trending now');
	expect(await other.content()).not.toContain(words);
});

test('an account is found, suspended with a reason, and let in again', async () => {
	// The page that is open meanwhile asks with a session that is over.
	market.allow(/status of 40[13]/);
	const seller = await market.phone(still);
	const { email, userName } = await signedUp(seller);
	const desk = await atTheDesk();
	await desk.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Accounts' }).click();
	await expectHeading(desk, 'Accounts');
	await desk.getByRole('searchbox', { name: 'Search accounts' }).fill(email);
	await desk.waitForURL(/q=/);
	await desk.getByRole('button', { name: `Suspend @${userName}` }).click();
	const dialog = desk.getByRole('dialog');
	await dialog.getByLabel('For how long?').selectOption('30 days');
	await dialog.getByLabel('Why?').fill('Asked for the money first.');
	expect(await violations(desk)).toEqual([]);
	await dialog.getByRole('button', { name: 'Suspend the account' }).click();
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
	await dialog.getByRole('button', { name: 'Let in again' }).click();
	await expectToast(desk, `@${userName} may log in again`);
	await submitLogIn(again, email, password);
	await again.waitForURL((url) => url.pathname !== '/Login');
	expect(await violations(desk)).toEqual([]);
});

test('sample content is gone for everybody after one action', async () => {
	const visitor = await market.phone(still);
	await visitor.goto('/');
	await visitor.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
	const desk = await atTheDesk();
	await desk.getByRole('button', { name: 'Remove the sample content' }).click();
	await desk.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
	await expectVisible(toasts(desk).getByText(/Removed 18 accounts, \d+ ads and \d+ posts/));
	await desk.getByText('There is none.').waitFor();
	await visitor.goto('/');
	await expectVisible(visitor.getByRole('heading', { name: 'The market has just opened' }));
	await desk.goto('/dashboard/admin/audit');
	await expectVisible(desk.getByText('sample_content.remove').first());
});
