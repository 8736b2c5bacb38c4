import type { Page } from '@playwright/test';
import * as commonText from '../text/shared/common.ts';
import * as passkeysText from '../text/shared/passkeys.ts';
import * as identityCheckText from '../text/web/identity-check.ts';
import { eventually, expectToast } from './support/expect.ts';
import { password, readStoredSession, signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Gives the page's browser a virtual device that unlocks its passkeys by itself, as with a fingerprint. */
async function addVirtualAuthenticator(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send('WebAuthn.enable');
	const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		countCredentials: async () =>
			(await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
		setUserVerified: (isUserVerified: boolean) =>
			session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
	};
}

async function logOut(page: Page): Promise<void> {
	await page.evaluate(() => localStorage.removeItem('user-details'));
	await page.goto('/Login');
}

test('adds a passkey, logs in with it, renames and removes it', async ({ market }) => {
	market.allowErrors(/status of 422 .*\/api\/auth\/passkey/);
	const page = await market.newPhonePage();
	const seller = await signUp(page, '/dashboard/security');
	const device = await addVirtualAuthenticator(page);
	await page.getByRole('button', { name: passkeysText.add }).click();
	await page.getByLabel(passkeysText.name).fill('My phone');
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByRole('button', { name: passkeysText.add }).click();
	await expectToast(page, passkeysText.added('My phone'));
	await page.getByText(passkeysText.neverUsed).waitFor();
	await eventually(device.countCredentials).toBe(1);

	await logOut(page);
	const logIn = page.getByRole('button', { name: passkeysText.logIn });
	await device.setUserVerified(false);
	await logIn.click();
	await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
	await device.setUserVerified(true);
	await logIn.click();
	await page.waitForURL('/dashboard');
	expect(await readStoredSession(page)).toMatchObject({ user_name: seller.userName });

	await page.goto('/dashboard/security');
	await page.getByText('Last used').first().waitFor();
	await page.getByRole('button', { name: passkeysText.renameNamed('My phone') }).click();
	await page.getByLabel(passkeysText.name).fill('Old phone');
	await page.getByRole('button', { name: passkeysText.rename, exact: true }).click();
	await page.getByText('Old phone').first().waitFor();
	await page.getByRole('button', { name: passkeysText.removeNamed('Old phone') }).click();
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByRole('button', { name: passkeysText.removeSubmit }).click();
	await expectToast(page, passkeysText.removed('Old phone'));

	await logOut(page);
	await logIn.click();
	await page.getByText(passkeysText.unknown).waitFor();
	await page.getByLabel(commonText.password, { exact: true }).waitFor();
});
