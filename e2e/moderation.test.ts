import type { Page } from '@playwright/test';
import * as adminText from '../contract/text/admin.ts';
import * as adminLogInText from '../contract/text/admin-log-in.ts';
import * as adminReportsText from '../contract/text/admin-reports.ts';
import * as commonText from '../contract/text/common.ts';
import * as decisionText from '../contract/text/decision.ts';
import * as errorsText from '../contract/text/errors.ts';
import * as moderationApiText from '../contract/text/moderation-api.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import * as reportText from '../contract/text/report.ts';
import * as validationText from '../contract/text/validation.ts';
import { findViolations } from './support/accessibility.ts';
import { fillVideoAd, postAd, uploadButton } from './support/ads.ts';
import { offlineErrors } from './support/browser-errors.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import type { Market } from './support/market.ts';
import { makeVideo } from './support/media-files.ts';
import {
	createClientAt,
	createClientFor,
	createOtherUser,
	logInAsOperator,
	operator,
	password,
	readStoredSession,
	signUp,
	submitLogin,
} from './support/people.ts';
import { expect, test, withConfiguration } from './support/test.ts';

// The queue and the audit log show what others have reported.
test.use(withConfiguration({ env: operator, isolatedFor: 'reporting-and-deciding' }));

const still = { reducedMotion: 'reduce' } as const;
const reason = 'You ask for the money before the cloth is seen.';
const gone = errorsText.notFoundTitle;

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const appeals = (page: Page) => page.getByRole('checkbox', { name: 'Appeals' });

/** The queue, as an administrator opens it. */
async function atTheQueue(market: Market, page: Page) {
	await logInAsOperator(market, page, '/dashboard/admin');
	await page
		.getByRole('navigation', { name: 'Administration' })
		.getByRole('link', { name: /^Reports/ })
		.click();
	await expectHeading(page, 'Reports');
}

async function atLogIn(page: Page): Promise<Page> {
	await page.goto('/Login');
	return page;
}

/** Path of the decision that the newest mail to this address leads to. */
async function decisionMailedTo(market: Market, address: string): Promise<string> {
	let path = '';
	await eventually(async () => {
		path = /\/decision\/[\w.-]+/.exec(await market.readMail(address))?.[0] ?? '';
		return path;
	}).not.toBe('');
	return path;
}

test('a report goes from the tap to the decision, the owner appeals, and the ad is back', async ({ market }) => {
	market.allowErrors(/status of 404/);
	const [owner, visitor, reporter, desk] = [
		await market.newPhonePage(still),
		await market.newPhonePage(still),
		await market.newPhonePage(still),
		await market.newDesktopPage(still),
	];
	const { email } = await signUp(owner);
	const selling = await createClientFor(owner);
	const ad = await postAd(selling, { title: 'Blue cloth' });
	const path = `/feed/${ad.id}/blue-cloth`;
	const tweet = await selling.createPost({ body: { kind: 'tweet', text: 'More cloth on Friday' } });

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
	const reporting = await createClientFor(reporter);
	await reporting.report({ body: { target: { kind: 'post', id: tweet.id }, reason: 'spam' } });

	await atTheQueue(market, desk);
	await card(desk, 'Blue cloth').getByText('He wants a deposit.').waitFor();
	await desk.getByRole('link', { name: 'Reports 2 open' }).waitFor();
	expect(await findViolations(desk)).toEqual([]);

	// From case to case by key, and never while something is typed.
	const focused = () => desk.evaluate(() => document.activeElement?.textContent ?? '');
	await card(desk, 'Blue cloth').focus();
	await desk.keyboard.press('j');
	expect(await focused()).toContain('More cloth on Friday');
	await desk.keyboard.press('ArrowUp');
	expect(await focused()).toContain('Blue cloth');

	await card(desk, 'Blue cloth').getByRole('button', { name: 'Hide' }).press('Enter');
	await desk.getByRole('button', { name: 'Hide the ad' }).click();
	await desk.getByText(adminText.reasonMissing, { exact: true }).waitFor();
	expect(await findViolations(desk)).toEqual([]);
	await desk.getByLabel('Why?').press('j');
	expect(await desk.getByLabel('Why?').inputValue()).toBe('j');
	await desk.getByLabel('Why?').fill(reason);
	await desk.getByRole('button', { name: 'Hide the ad' }).click();
	await expectToast(desk, 'Hidden for everyone');
	expect(await focused()).toContain('More cloth on Friday');
	await eventually(() => card(desk, 'Blue cloth').count()).toBe(0);

	// At once, for everybody else.
	await visitor.reload();
	await expectHeading(visitor, pageTitlesText.trending);
	expect(await visitor.getByRole('link', { name: 'Blue cloth' }).count()).toBe(0);
	await visitor.goto(path);
	await expectHeading(visitor, gone);

	await eventually(() => market.readMail(reporterEmail)).toContain(reason);
	await reporter.goto('/dashboard/decisions');
	await reporter.getByRole('heading', { name: 'The ad you reported was hidden' }).waitFor();
	await reporter.getByText(reason).waitFor();
	expect(await reporter.getByRole('link', { name: /appeal/ }).count()).toBe(0);

	// Its owner still comes to it, though the server's own page is everybody's.
	await owner.goto(path);
	await expectHeading(owner, 'Blue cloth');
	await owner.getByText('Taken down: nobody but you can see it.').waitFor();
	await owner.goto('/dashboard');
	await owner.getByText('1 decision about you').waitFor();
	await owner.getByText('Hidden', { exact: true }).waitFor();
	await owner.getByRole('link', { name: 'Why, and what you can do' }).click();
	await owner.getByRole('heading', { name: 'Your ad was hidden' }).waitFor();
	expect(await findViolations(owner)).toEqual([]);

	// The mail's link needs no login, and tells nobody else anything.
	const decision = await decisionMailedTo(market, email);
	const answer = await fetch(`${market.address}${decision}`);
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
	expect(answer.headers.get('cache-control')).toBe('no-store');
	const html = await answer.text();
	expect(html).toContain('noindex');
	expect(html).not.toContain('Blue cloth');

	const anywhere = await market.newPhonePage(still);
	await anywhere.goto(decision);
	await expectHeading(anywhere, 'Your ad was hidden');
	await anywhere.getByText(reason).waitFor();
	expect(await findViolations(anywhere)).toEqual([]);
	await anywhere.getByRole('button', { name: decisionText.sendAppeal }).click();
	await anywhere.getByText(validationText.appealMissing, { exact: true }).waitFor();
	const field = anywhere.getByLabel(decisionText.appealText);
	await field.fill('I have a shop; come and see the cloth first.');
	await anywhere.context().setOffline(true);
	market.allowErrors(...offlineErrors);
	await anywhere.getByRole('button', { name: decisionText.sendAppeal }).click();
	await anywhere.getByRole('alert').filter({ hasText: 'No answer came' }).waitFor();
	expect(await field.inputValue()).toBe('I have a shop; come and see the cloth first.');
	await anywhere.context().setOffline(false);
	await anywhere.getByRole('button', { name: decisionText.sendAppeal }).click();
	await expectToast(anywhere, decisionText.appealSent);
	await anywhere.getByRole('heading', { name: decisionText.appealPending }).waitFor();
	expect(await anywhere.getByRole('button', { name: decisionText.sendAppeal }).count()).toBe(0);

	await appeals(desk).click();
	await desk.waitForURL('/dashboard/admin/reports?appeals=true');
	const appealed = card(desk, 'Blue cloth');
	await appealed.getByText('I have a shop; come and see the cloth first.').waitFor();
	expect(await findViolations(desk)).toEqual([]);
	await appealed.getByRole('button', { name: 'Take the decision back' }).click();
	await desk.getByLabel('Why?').fill('We have seen the shop.');
	await desk.getByRole('button', { name: adminText.takeItBack, exact: true }).click();
	await expectToast(desk, adminText.takenBack);
	await desk.getByRole('heading', { name: adminText.nothingFound }).waitFor();

	await visitor.goto('/');
	await visitor.getByRole('link', { name: 'Blue cloth' }).first().waitFor();
	await anywhere.reload();
	await anywhere.getByRole('heading', { name: decisionText.appealLifted }).waitFor();
	await anywhere.getByText('We have seen the shop.').waitFor();

	// Two administrators, one case: the second is told.
	market.allowErrors(/status of 409/);
	await appeals(desk).click();
	const second = await market.newDesktopPage(still);
	await atTheQueue(market, second);
	await card(second, 'More cloth on Friday').getByRole('button', { name: 'Warn' }).click();
	await second.getByLabel('Why?').fill('Too many of these.');
	await card(desk, 'More cloth on Friday').getByRole('button', { name: 'Dismiss' }).click();
	await desk.getByLabel('Why?').fill('This is fine.');
	await desk.getByRole('button', { name: 'Leave the post as it is' }).click();
	await expectToast(desk, 'Dismissed');
	await desk.getByRole('heading', { name: adminReportsText.emptyTitle }).waitFor();
	expect(await focused()).toBe('Reports');
	await second.getByRole('button', { name: adminReportsText.warn }).click();
	await expectToast(second, moderationApiText.decidedAlready);
	await second.getByRole('heading', { name: adminReportsText.emptyTitle }).waitFor();

	await desk.getByRole('link', { name: adminText.auditLog }).click();
	await desk.getByRole('row').filter({ hasText: 'moderation.hide' }).getByText(reason).waitFor();
	await desk.getByRole('searchbox', { name: 'Action' }).fill('moderation.li');
	await desk.waitForURL('/dashboard/admin/audit?action=moderation.li');
	await eventually(() => desk.getByRole('row').count()).toBe(2);
	await desk.getByRole('row').getByText('We have seen the shop.').waitFor();
	expect(await findViolations(desk)).toEqual([]);
	await desk.getByRole('searchbox', { name: commonText.userName }).fill('nobody');
	await desk.getByRole('heading', { name: adminText.nothingFound }).waitFor();
});

test('an account is suspended while it uploads: nothing of it can be seen, and it reads why', async ({ market }) => {
	market.allowErrors(/status of 4(0[134]|22)/);
	const [seller, visitor, desk] = [
		await market.newPhonePage(still),
		await market.newPhonePage(still),
		await market.newDesktopPage(still),
	];
	const { email, userName } = await signUp(seller, '/dashboard/postvideo');
	const sellerId = Number((await readStoredSession(seller))?.id);
	const { client } = await createOtherUser(market.address);
	await client.report({ body: { target: { kind: 'account', id: sellerId }, reason: 'scam' } });

	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await seller.route('**/videotest', async (route) => {
		await held;
		await route.continue();
	});
	await fillVideoAd(seller, await makeVideo('film.mp4'), 'Shoes that nobody will see');
	const saving = seller.waitForRequest('**/videotest');
	await uploadButton(seller).click();
	await saving;

	await atTheQueue(market, desk);
	const suspended = card(desk, userName);
	await suspended.getByRole('button', { name: 'Suspend' }).click();
	await desk.getByLabel(adminText.forHowLong).selectOption('3 days');
	await desk.getByLabel('Why?').fill('Four people have lost money to you.');
	await desk.getByRole('button', { name: adminText.suspendAccount }).click();
	const question = desk.getByRole('dialog');
	await question.getByText('The account is closed for 3 days:').waitFor();
	expect(await findViolations(desk)).toEqual([]);
	await question.getByRole('button', { name: adminText.suspendAccount }).click();
	await expectToast(desk, 'The account is suspended');

	release();
	await seller.waitForURL(/\/Login/);
	expect(await readStoredSession(seller)).toBeNull();

	await visitor.goto('/');
	await expectHeading(visitor, pageTitlesText.trending);
	expect(await visitor.getByText('Shoes that nobody will see').count()).toBe(0);
	await visitor.goto(`/profile/user/${userName}`);
	await expectHeading(visitor, gone);
	const { items } = await createClientAt(market.address).getFeed({ query: { format: 'video' } });
	expect(items).toEqual([]);

	await submitLogin(seller, email);
	const sentence = /^This account is suspended until .+ The mail about it says why, and has a link to appeal\.$/;
	await seller.getByRole('alert').getByText(sentence).waitFor();
	await seller.goto('/admin');
	await seller.getByLabel('Email').fill(email);
	await seller.getByLabel('Password', { exact: true }).fill(password);
	await seller.getByRole('button', { name: adminLogInText.submit }).click();
	await seller.getByRole('alert').filter({ hasText: /./ }).first().waitFor();

	await seller.goto(await decisionMailedTo(market, email));
	await expectHeading(seller, /^Your account is suspended until /);
	await seller.getByText('Four people have lost money to you.').waitFor();
	await seller.getByLabel(decisionText.appealText).fill('It was somebody of the same name.');
	await seller.getByRole('button', { name: decisionText.sendAppeal }).click();
	await seller.getByRole('heading', { name: decisionText.appealPending }).waitFor();

	await desk.reload();
	await card(desk, userName).getByText('It was somebody of the same name.').waitFor();
	await card(desk, userName).getByRole('button', { name: 'Take the decision back' }).click();
	await desk.getByLabel('Why?').fill('You are right.');
	await desk.getByRole('button', { name: adminText.takeItBack, exact: true }).click();
	await expectToast(desk, adminText.takenBack);
	await desk.getByRole('heading', { name: adminReportsText.emptyTitle }).waitFor();
	// The page that was not found is kept for some seconds; the one beside it was never asked for.
	await visitor.goto(`/profile/user/${userName}/videos`);
	await expectHeading(visitor, userName);
	await submitLogin(await atLogIn(seller), email);
	await seller.waitForURL('/dashboard');
});
