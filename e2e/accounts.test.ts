import * as messages from '../contract/core/messages.ts';
import * as commonText from '../text/shared/common.ts';
import * as dashboardText from '../text/web/dashboard.ts';
import * as emailSettingsText from '../text/web/email-settings.ts';
import * as ownAdsText from '../text/web/own-ads.ts';
import * as passwordsText from '../text/web/passwords.ts';
import * as verifyEmailText from '../text/web/verify-email.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import {
	logOut,
	makePerson,
	readStoredSession,
	signUp,
	submitLogin,
	submitSignUp,
	waitForSessionEnd,
} from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

// Without `ADMIN_EMAIL`, the product creates the first administrator itself.
test.use({ ...makeConfigurationFixture({}), serviceWorkers: 'allow' });

test('signs up, logs out every tab and returns to the requested page after login', async ({ market }) => {
	const page = await market.newDesktopPage();
	const deviceKeys: unknown[] = [];
	page.on('request', (request) => {
		if (/\/api\/(signup|login)$/.test(request.url())) deviceKeys.push(request.postDataJSON().device_key);
	});
	const person = makePerson();
	await page.goto('/signup');
	await submitSignUp(page, person);
	await expectToast(page, messages.loggedIn);
	await page.waitForURL('/dashboard');
	const second = await page.context().newPage();
	await second.goto('/dashboard');
	await second.getByRole('heading', { name: dashboardText.emptyTitle }).waitFor();
	// The logout in the first tab ends the session on the server before the second tab notices the logout.
	market.allowErrors(/status of 401/);
	await logOut(page);
	await expectToast(page, 'Successfull Logged Out');
	await page.waitForURL('/');
	expect(await readStoredSession(page)).toBeNull();
	await second.waitForURL('/Login?next=%2Fdashboard');
	await second.close();
	await waitForSessionEnd(page);

	await page.goto('/dashboard/myvideos?from=here');
	await page.waitForURL('/Login?next=%2Fdashboard%2Fmyvideos%3Ffrom%3Dhere');
	await submitLogin(page, person.email);
	await expectToast(page, messages.loggedIn);
	await page.waitForURL('/dashboard/myvideos?from=here');
	await expectHeading(page, ownAdsText.myVideos);
	// The device sends the same key at every login.
	expect(deviceKeys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), deviceKeys[0]]);
});

test('makes the first administrator replace the printed password', async ({ market }) => {
	const [, email = '', printed = ''] = /log in at \S+ with (\S+)\n\s+Password: (\S+)/.exec(market.output()) ?? [];
	expect(printed, market.output()).not.toBe('');
	const page = await market.newDesktopPage();
	await page.goto('/Login');
	await submitLogin(page, email, printed);
	await expectHeading(page, passwordsText.chooseOwn);
	expect(await readStoredSession(page)).toMatchObject({ role: 'admin', must_change_password: true });
	await page.getByLabel(passwordsText.currentPassword).fill(printed);
	await page.getByLabel(passwordsText.newPassword).fill('a market of our own');
	await page.getByRole('button', { name: commonText.changePassword }).click();
	await expectToast(page, passwordsText.changed);
	await page.waitForURL('/dashboard');
	expect(await readStoredSession(page)).toMatchObject({ role: 'admin', must_change_password: false });
	// The administrator has a placeholder email address, to which no verification link can be sent.
	await page.getByText('Add your email to get news').waitFor();
	await page.getByRole('link', { name: 'Add email' }).click();
	await page.getByText(emailSettingsText.temporaryAddress).waitFor();
	expect(await page.getByRole('button', { name: verifyEmailText.resend }).count()).toBe(0);

	market.allowErrors(/status of 422 .*\/api\/login/);
	const other = await market.newDesktopPage();
	await other.goto('/Login');
	await submitLogin(other, email, printed);
	await other.getByRole('alert').waitFor();
	await submitLogin(other, email, 'a market of our own');
	await other.waitForURL('/dashboard');
});

test('clears the account data at logout even if a release has replaced the code for it', async ({ market }) => {
	market.allowErrors(/\/assets\/clear-account-data-/, /ERR_FAILED/, /Failed to fetch dynamically imported module/);
	const page = await market.newDesktopPage({ serviceWorkers: 'block' });
	await page.route(/\/assets\/clear-account-data-/, (route) => route.abort());
	await signUp(page, '/mypromotweet');
	await page.getByLabel('Your tweet').fill('Not for the next one');
	await eventually(() => page.evaluate(() => Object.keys(localStorage).join(' '))).toContain('draft-tweet');
	await logOut(page);
	await page.waitForURL('/');
	await expectToast(page, messages.loggedOut);
	expect(await readStoredSession(page)).toBeNull();
	expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Not for the next one');
});
