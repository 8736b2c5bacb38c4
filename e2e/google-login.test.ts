import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as googleText from '../text/web/google.ts';
import * as identityCheckText from '../text/web/identity-check.ts';
import * as personalInfoText from '../text/web/personal-info.ts';
import { findViolations } from './support/accessibility.ts';
import { expectHeading, expectToast } from './support/expect.ts';
import { chooseGoogleAccount } from './support/google.ts';
import { logOut, password, readStoredSession, signUp, submitLogin, waitForSessionEnd } from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ fakeServers: ['google'] }));

const googleButton = (page: Page) => page.getByRole('link', { name: googleText.continueWith });

async function link(page: Page, name: string) {
	await page.goto('/dashboard/security');
	await page.getByRole('button', { name: googleText.link }).click();
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByRole('button', { name: googleText.continueWith }).click();
	await chooseGoogleAccount(page, name);
	await expectToast(page, googleText.linked);
	await page.waitForURL('/dashboard/security');
}

async function logOutAndWait(page: Page) {
	await logOut(page);
	await page.waitForURL('/');
	await waitForSessionEnd(page);
}

test.beforeEach(({ market, google }) => market.allowErrors(new RegExp(`another origin: ${google.issuer}/`)));

test('signs up with Google after a cancelled login, and links Google to another account only after its login', async ({
	market,
	google,
}) => {
	await test.step('reports a cancelled login, signs up and returns to the requested page', async () => {
		google.addAccount({ sub: 'ada', email: 'ada@gmail.example', email_verified: true, name: 'Ada Obi' });
		const page = await market.newPhonePage();
		await page.goto('/dashboard/personal-Info?from=here');
		await page.waitForURL(/\/Login\?next=/);
		await googleButton(page).click();
		await page.getByRole('link', { name: 'Cancel' }).click();
		await expectHeading(page, googleText.notSignedIn);
		await page.getByText(googleText.cancelled).waitFor();
		expect(await readStoredSession(page)).toBeNull();
		await page.goto('/dashboard/personal-Info?from=here');
		await googleButton(page).click();
		await chooseGoogleAccount(page, 'Ada Obi');
		await expectToast(page, messages.loggedIn);
		await page.waitForURL('/dashboard/personal-Info?from=here');
		await expectHeading(page, personalInfoText.title);
		const session = await readStoredSession(page);
		expect(session).toMatchObject({
			display_name: 'Ada Obi',
			email: 'ada@gmail.example',
			email_verified: true,
			role: 'user',
		});
		expect(session).not.toHaveProperty('next');
		// Google's login code is in no history entry, and the cookie of the login is deleted.
		await page.goBack();
		expect(page.url()).not.toContain('code=');
		expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('google_sign_in');

		const secondVisit = await market.newDesktopPage();
		await secondVisit.goto('/signup');
		await googleButton(secondVisit).click();
		await chooseGoogleAccount(secondVisit, 'Ada Obi');
		await secondVisit.waitForURL('/dashboard');
		expect((await readStoredSession(secondVisit))?.id).toBe(session?.id);
	});
	await test.step('links Google to an existing account only after login, and unlinks it', async () => {
		market.allowErrors(/status of 409 .*\/api\/auth\/google/);
		const page = await market.newDesktopPage();
		const { email, userName } = await signUp(page);
		google.addAccount({ sub: 'owner', email, email_verified: true, name: 'The Owner' });
		await logOutAndWait(page);
		await page.goto('/Login');
		await googleButton(page).click();
		await chooseGoogleAccount(page, 'The Owner');
		await page.getByText('Your email already has an account.').waitFor();
		expect(await readStoredSession(page)).toBeNull();
		await page.getByRole('link', { name: googleText.logInWithPassword }).click();
		await submitLogin(page, email);
		await page.waitForURL('/dashboard/security');
		await link(page, 'The Owner');
		await page.getByText(`You can log in with the Google account ${email}.`).waitFor();
		expect(await findViolations(page)).toEqual([]);

		await logOutAndWait(page);
		await page.goto('/Login?next=/dashboard/security');
		await googleButton(page).click();
		await chooseGoogleAccount(page, 'The Owner');
		await page.waitForURL('/dashboard/security');
		expect(await readStoredSession(page)).toMatchObject({ user_name: userName });
		await page.getByRole('button', { name: 'Unlink' }).click();
		await page.getByLabel(identityCheckText.yourPassword).fill(password);
		await page.getByRole('button', { name: googleText.unlinkSubmit }).click();
		await expectToast(page, googleText.unlinked);
		await page.getByRole('button', { name: googleText.link }).waitFor();
	});
});
