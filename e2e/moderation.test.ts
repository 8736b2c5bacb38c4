import type { Page } from '@playwright/test';
import * as adminText from '../text/web/admin.ts';
import * as adminReportsText from '../text/web/admin-reports.ts';
import * as decisionText from '../text/web/decision.ts';
import * as errorsText from '../text/web/errors.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import * as reportText from '../text/web/report.ts';
import { findViolations } from './support/accessibility.ts';
import { fillVideoAd, getUploadButton, postAd } from './support/ads.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { holdRequests } from './support/hold-requests.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { makeVideo } from './support/media-files.ts';
import {
	administrator,
	createApiClientAt,
	createApiClientForPage,
	createOtherUser,
	logInAsAdministrator,
	readStoredSession,
	signUp,
	submitLogin,
} from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

// The report queue and the audit log show the reports of every test that shares the product, so this file has its own product.
test.use(makeConfigurationFixture({ env: administrator, isolatedFor: 'moderation' }));

const reason = 'You ask for the money before the cloth is seen.';
const notFoundTitle = errorsText.notFoundTitle;

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const appeals = (page: Page) => page.getByRole('checkbox', { name: 'Appeals' });

/** Logs in as the administrator and opens the report queue. */
async function openQueue(market: MarketFixture, page: Page) {
	await logInAsAdministrator(market, page, '/dashboard/admin');
	await page
		.getByRole('navigation', { name: 'Administration' })
		.getByRole('link', { name: /^Reports/ })
		.click();
	await expectHeading(page, 'Reports');
}

async function openLogin(page: Page): Promise<Page> {
	await page.goto('/Login');
	return page;
}

/** Returns the path of the decision page in the newest mail to `address`. */
async function getMailedDecisionPath(market: MarketFixture, address: string): Promise<string> {
	let path = '';
	await eventually(async () => {
		path = /\/decision\/[\w.-]+/.exec(await market.readMail(address))?.[0] ?? '';
		return path;
	}).not.toBe('');
	return path;
}

test('handles a report from decision through appeal to the restored ad', async ({ market }) => {
	market.allowErrors(/status of 404/);
	const [owner, visitor, reporter, admin] = [
		await market.newPhonePage(),
		await market.newPhonePage(),
		await market.newPhonePage(),
		await market.newDesktopPage(),
	];
	const { email } = await signUp(owner);
	const ownerClient = await createApiClientForPage(owner);
	const ad = await postAd(ownerClient, { title: 'Blue cloth' });
	const path = `/feed/${ad.id}/blue-cloth`;
	const tweet = await ownerClient.createPost({ body: { kind: 'tweet', text: 'More cloth on Friday' } });

	await visitor.goto('/');
	await visitor.getByRole('link', { name: 'Blue cloth' }).first().waitFor();

	const { email: reporterEmail } = await signUp(reporter);
	await reporter.goto(path);
	await reporter.getByRole('button', { name: 'More about Blue cloth' }).click();
	await reporter.getByRole('menuitem', { name: 'Report this ad' }).click();
	await reporter.getByRole('radio', { name: 'It looks like a scam' }).check();
	await reporter.getByLabel('Note').fill('He wants a deposit.');
	await reporter.getByRole('button', { name: reportText.send }).click();
	await expectToast(reporter, reportText.thanks);
	const reporterClient = await createApiClientForPage(reporter);
	await reporterClient.report({ body: { target: { kind: 'post', id: tweet.id }, reason: 'spam' } });

	await openQueue(market, admin);
	await card(admin, 'Blue cloth').getByText('He wants a deposit.').waitFor();
	await admin.getByRole('link', { name: 'Reports 2 waiting' }).waitFor();

	await card(admin, 'Blue cloth').getByRole('button', { name: 'Hide' }).press('Enter');
	await admin.getByRole('button', { name: 'Hide the ad' }).click();
	await admin.getByText(adminText.reasonMissing, { exact: true }).waitFor();
	await admin.getByLabel('Your reason').fill(reason);
	await admin.getByRole('button', { name: 'Hide the ad' }).click();
	await expectToast(admin, 'Hidden for everyone');
	await eventually(() => card(admin, 'Blue cloth').count()).toBe(0);

	// The ad is hidden from other people at once.
	await visitor.reload();
	await expectHeading(visitor, pageTitlesText.trending);
	expect(await visitor.getByRole('link', { name: 'Blue cloth' }).count()).toBe(0);
	await visitor.goto(path);
	await expectHeading(visitor, notFoundTitle);

	await eventually(() => market.readMail(reporterEmail)).toContain(reason);
	await reporter.goto('/dashboard/decisions');
	await reporter.getByRole('heading', { name: 'The ad you reported was hidden' }).waitFor();
	await reporter.getByText(reason).waitFor();
	expect(await reporter.getByRole('link', { name: /appeal/ }).count()).toBe(0);

	// The server renders the page as for a visitor, without the ad. In the browser, the owner still sees the ad.
	await owner.goto(path);
	await expectHeading(owner, 'Blue cloth');
	await owner.getByText('Only you can see this.').waitFor();
	await owner.goto('/dashboard');
	await owner.getByText('1 decision about your account').waitFor();
	await owner.getByText('Hidden', { exact: true }).waitFor();
	await owner.getByRole('link', { name: 'See what you can do' }).click();
	await owner.getByRole('heading', { name: 'Your ad was hidden' }).waitFor();
	expect(await findViolations(owner)).toEqual([]);

	// The link in the mail needs no login. Its server-rendered page contains nothing private.
	const decision = await getMailedDecisionPath(market, email);
	const response = await fetch(`${market.address}${decision}`);
	expect(response.headers.get('referrer-policy')).toBe('no-referrer');
	expect(response.headers.get('cache-control')).toBe('no-store');
	const html = await response.text();
	expect(html).toContain('noindex');
	expect(html).not.toContain('Blue cloth');

	const loggedOut = await market.newPhonePage();
	await loggedOut.goto(decision);
	await expectHeading(loggedOut, 'Your ad was hidden');
	await loggedOut.getByText(reason).waitFor();
	await loggedOut.getByLabel(decisionText.appealText).fill('I have a shop; come and see the cloth first.');
	await loggedOut.getByRole('button', { name: decisionText.sendAppeal }).click();
	await expectToast(loggedOut, decisionText.appealSent);
	await loggedOut.getByRole('heading', { name: decisionText.appealPending }).waitFor();
	expect(await loggedOut.getByRole('button', { name: decisionText.sendAppeal }).count()).toBe(0);

	await appeals(admin).click();
	await admin.waitForURL('/dashboard/admin/reports?appeals=true');
	const appealed = card(admin, 'Blue cloth');
	await appealed.getByText('I have a shop; come and see the cloth first.').waitFor();
	await appealed.getByRole('button', { name: 'Undo the decision' }).click();
	await admin.getByLabel('Your reason').fill('We have seen the shop.');
	await admin.getByRole('button', { name: adminText.undoDecision, exact: true }).click();
	await expectToast(admin, adminText.decisionUndone);
	await admin.getByRole('heading', { name: adminText.nothingFound }).waitFor();

	await visitor.goto('/');
	await visitor.getByRole('link', { name: 'Blue cloth' }).first().waitFor();
	await loggedOut.reload();
	await loggedOut.getByRole('heading', { name: decisionText.appealLifted }).waitFor();
	await loggedOut.getByText('We have seen the shop.').waitFor();

	await appeals(admin).click();
	await card(admin, 'More cloth on Friday').getByRole('button', { name: 'Dismiss' }).click();
	await admin.getByLabel('Your reason').fill('This is fine.');
	await admin.getByRole('button', { name: 'Keep the post' }).click();
	await expectToast(admin, 'Dismissed');
	await admin.getByRole('heading', { name: adminReportsText.listText.emptyTitle }).waitFor();

	await admin.getByRole('link', { name: adminText.auditLog }).click();
	await admin.getByRole('row').filter({ hasText: 'moderation.hide' }).getByText(reason).waitFor();
	await admin.getByRole('row').filter({ hasText: 'moderation.li' }).getByText('We have seen the shop.').waitFor();
});

test('suspends an account during its upload, hides its content and explains why', async ({ market }) => {
	market.allowErrors(/status of 4(0[134]|22)/);
	const [seller, visitor, admin] = [
		await market.newPhonePage(),
		await market.newPhonePage(),
		await market.newDesktopPage(),
	];
	const { email, userName } = await signUp(seller, '/dashboard/postvideo');
	const sellerId = Number((await readStoredSession(seller))?.id);
	const { client } = await createOtherUser(market.address);
	await client.report({ body: { target: { kind: 'account', id: sellerId }, reason: 'scam' } });

	const release = await holdRequests(seller, '**/videotest');
	await fillVideoAd(seller, await makeVideo('film.mp4'), 'Shoes that nobody will see');

	await openQueue(market, admin);
	const suspended = card(admin, userName);
	await suspended.getByRole('button', { name: 'Suspend' }).click();
	await admin.getByLabel(adminText.forHowLong).selectOption('3 days');
	await admin.getByLabel('Your reason').fill('Four people have lost money to you.');
	await admin.getByRole('button', { name: adminText.suspendAccount }).click();
	const confirmation = admin.getByRole('dialog');
	await confirmation.getByText('The account is closed for 3 days.').waitFor();

	// The page gives up a call without an answer, so it waits only for the suspension.
	const saveRequest = seller.waitForRequest('**/videotest');
	await getUploadButton(seller).click();
	await saveRequest;
	await confirmation.getByRole('button', { name: adminText.suspendAccount }).click();
	await expectToast(admin, 'Account suspended');
	release();
	await seller.waitForURL(/\/Login/);
	expect(await readStoredSession(seller)).toBeNull();

	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	expect(await visitor.getByText('Shoes that nobody will see').count()).toBe(0);
	await visitor.goto(`/profile/user/${userName}`);
	await expectHeading(visitor, notFoundTitle);
	const { items } = await createApiClientAt(market.address).getFeed({ query: { format: 'video' } });
	expect(items).toEqual([]);

	await submitLogin(seller, email);
	const suspensionMessage = /^This account is suspended until .+ Our email says why and has a link to appeal\.$/;
	await seller.getByRole('alert').getByText(suspensionMessage).waitFor();

	await seller.goto(await getMailedDecisionPath(market, email));
	await expectHeading(seller, /^Your account is suspended until /);
	await seller.getByText('Four people have lost money to you.').waitFor();
	await seller.getByLabel(decisionText.appealText).fill('It was somebody of the same name.');
	await seller.getByRole('button', { name: decisionText.sendAppeal }).click();
	await seller.getByRole('heading', { name: decisionText.appealPending }).waitFor();

	await admin.reload();
	await card(admin, userName).getByText('It was somebody of the same name.').waitFor();
	await card(admin, userName).getByRole('button', { name: 'Undo the decision' }).click();
	await admin.getByLabel('Your reason').fill('You are right.');
	await admin.getByRole('button', { name: adminText.undoDecision, exact: true }).click();
	await expectToast(admin, adminText.decisionUndone);
	await admin.getByRole('heading', { name: adminReportsText.listText.emptyTitle }).waitFor();
	// The 404 page is cached for some seconds, so the visitor opens a path that was not requested before.
	await visitor.goto(`/profile/user/${userName}/videos`);
	await expectHeading(visitor, userName);
	await submitLogin(await openLogin(seller), email);
	await seller.waitForURL('/dashboard');
});
