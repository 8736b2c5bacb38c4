import { readFile } from 'node:fs/promises';
import * as messages from '../contract/core/messages.ts';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import { readZip } from '../server/testing/zip.ts';
import * as mailsAccountsText from '../text/server/mails-accounts.ts';
import * as commonText from '../text/shared/common.ts';
import * as deleteAccountText from '../text/web/delete-account.ts';
import * as emailSettingsText from '../text/web/email-settings.ts';
import * as errorsText from '../text/web/errors.ts';
import * as identityCheckText from '../text/web/identity-check.ts';
import * as passwordsText from '../text/web/passwords.ts';
import * as personalInfoText from '../text/web/personal-info.ts';
import * as restoreAccountText from '../text/web/restore-account.ts';
import * as verifyEmailText from '../text/web/verify-email.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import { createApiClientForPage, password, readStoredSession, signUp, submitLogin } from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ fakeServers: ['mail'] }));
const newPassword = 'green kettle on monday';

test('replaces a forgotten password through a mailed link and logs out every device', async ({ market, mail }) => {
	market.allowErrors(/status of 422 .*\/api\/password\/reset/, /status of 401/);
	const old = await market.newDesktopPage();
	const { email } = await signUp(old);
	const page = await market.newPhonePage();
	await page.goto('/Login');
	await page.getByRole('link', { name: passwordsText.forgotten }).click();
	await expectHeading(page, passwordsText.forgotten);
	await page.getByLabel('Email').fill(email);
	await page.getByRole('button', { name: passwordsText.sendLink }).click();
	await expectHeading(page, passwordsText.linkSentTitle);

	const link = await mail.waitForLink(email, mailsAccountsText.resetSubject(defaultBrand.name));
	expect(new URL(link).origin).toBe(market.address);
	await page.goto(link);
	await page.getByLabel(passwordsText.newPassword, { exact: true }).fill('password123');
	await page.getByRole('button', { name: commonText.changePassword }).click();
	await page.getByText('too common').waitFor();
	await page.getByLabel(passwordsText.newPassword, { exact: true }).fill(newPassword);
	await page.getByRole('button', { name: commonText.changePassword }).click();
	await expectHeading(page, passwordsText.resetTitle);
	await page.getByRole('link', { name: commonText.logIn }).click();
	await submitLogin(page, email, newPassword);
	await expectToast(page, messages.loggedIn);
	await mail.waitForMail(email, 'password was changed');

	await old.goto('/dashboard/security');
	await old.waitForURL(/\/Login/);
	expect(await readStoredSession(old)).toBeNull();

	const retry = await market.newPhonePage();
	await retry.goto(link);
	await retry.getByLabel(passwordsText.newPassword, { exact: true }).fill('yet another kettle');
	await retry.getByRole('button', { name: commonText.changePassword }).click();
	await retry.getByRole('alert').getByText('has expired').waitFor();
});

test('changes the email address, downloads the data, deletes the account and restores it', async ({ market, mail }) => {
	market.allowErrors(/status of 404/);
	const page = await market.newPhonePage();
	const { email, userName } = await signUp(page, '/dashboard/personal-Info');
	const next = `next_${email}`;

	await test.step('confirms the address, then changes it', async () => {
		await mail.waitForMail(email, 'Confirm your email');
		await page.getByRole('button', { name: verifyEmailText.resend }).click();
		await page.getByText('Link sent.').waitFor();
		await page.goto(await mail.waitForLink(email, 'Confirm your email'));
		await expectHeading(page, verifyEmailText.confirmedTitle);

		await page.goto('/dashboard/personal-Info');
		await page.getByRole('button', { name: emailSettingsText.change }).click();
		await page.getByLabel(emailSettingsText.newEmail).fill(next);
		await page.getByLabel(identityCheckText.yourPassword, { exact: true }).fill(password);
		await page.getByRole('button', { name: emailSettingsText.sendLink }).click();
		await page.getByText(`To switch to ${next}`).waitFor();
		await mail.waitForMail(email, 'email is about to change');
		await page.goto(await mail.waitForLink(next, 'Confirm your new'));
		await expectHeading(page, verifyEmailText.confirmedTitle);
		expect(await readStoredSession(page)).toMatchObject({ email: next, email_verified: true });
	});

	await test.step('downloads all data of the account as one file', async () => {
		await (await createApiClientForPage(page)).createPost({ body: { kind: 'tweet', text: 'Old lamps.' } });
		await page.goto('/dashboard/personal-Info');
		const downloadEvent = page.waitForEvent('download');
		await page.getByRole('button', { name: personalInfoText.download }).click();
		const download = await downloadEvent;
		expect(download.suggestedFilename()).toMatch(new RegExp(`^kasuwa-${userName}-[\\d-]{10}\\.zip$`));
		const files = readZip(new Uint8Array(await readFile(await download.path())));
		const json = (name: string) => JSON.parse(new TextDecoder().decode(files.get(name)));
		expect(json('account.json')).toMatchObject({ email: next, user_name: userName });
		expect(json('posts.json')).toMatchObject([{ kind: 'tweet', text: 'Old lamps.' }]);
	});

	await test.step('deletes the account and restores it with its content', async () => {
		const { id } = await (await createApiClientForPage(page)).createPost({
			body: { kind: 'tweet', text: 'Fresh lamps today.' },
		});
		const visitor = await market.newDesktopPage();
		await page.goto('/dashboard/personal-Info');
		await visitor.goto(`/mypromotweet/${id}`);
		await visitor.getByText('Fresh lamps today.').first().waitFor();

		await page.getByRole('button', { name: deleteAccountText.submit }).click();
		await page.getByText('your ads, videos, tweets, talks and pictures').waitFor();
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.getByLabel(identityCheckText.yourPassword, { exact: true }).fill(password);
		await page.getByRole('button', { name: deleteAccountText.submit }).click();
		await page.getByText(/Your account is deleted\. Log in before/).waitFor();
		await page.waitForURL('/');
		expect(await readStoredSession(page)).toBeNull();
		await mail.waitForMail(next, 'account was deleted');
		await visitor.goto(`/mypromotweet/${id}`);
		await expectHeading(visitor, errorsText.notFoundTitle);
		await eventually(() => visitor.getByText('Fresh lamps today.').count()).toBe(0);

		await page.goto('/Login');
		await submitLogin(page, next);
		await page.waitForURL('/bring-back');
		await expectHeading(page, restoreAccountText.title);
		await page.goto('/dashboard');
		await page.waitForURL('/bring-back');
		await page.getByRole('button', { name: restoreAccountText.submit }).click();
		await expectToast(page, restoreAccountText.restored);
		await page.waitForURL('/dashboard');
		await visitor.goto(`/profile/user/${userName}`);
		await visitor.getByText('Fresh lamps today.').first().waitFor();
	});
});
