import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as accountsApiText from '../text/shared/accounts-api.ts';
import * as commonText from '../text/shared/common.ts';
import * as adminLogInText from '../text/web/admin-log-in.ts';
import * as identityCheckText from '../text/web/identity-check.ts';
import * as secondFactorText from '../text/web/second-factor.ts';
import { eventually, expectToast } from './support/expect.ts';
import { readStoredSession } from './support/people.ts';
import { generateAuthenticatorCode, setUpSecondFactor } from './support/second-factor.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

const email = 'boss@example.com';
const password = 'a market of our own';
test.use(
	makeConfigurationFixture({
		isolatedFor: 'second-factor',
		env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
	}),
);

const button = (page: Page) => page.getByRole('button', { name: adminLogInText.submit });

async function submit(page: Page) {
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await button(page).click();
}

test('logs an administrator in, and requires a second factor at both logins, each code once', async ({ market }) => {
	market.allowErrors(/status of 422 .*\/api\/(admin\/)?login/, /status of 422 .*\/second-factor/);
	const page = await market.newPhonePage();
	await page.goto('/admin');
	expect(await page.title()).toBe('Admin');
	const sound = page.waitForRequest(/\/sounds\/login\.mp3/);
	const loginResponse = page.waitForResponse(
		(response) => response.url().endsWith('/api/admin/login') && response.request().method() === 'POST',
	);
	await submit(page);
	await expectToast(page, messages.loggedIn);
	await page.waitForURL('/dashboard');
	await sound;
	const session = await readStoredSession(page);
	expect(session).toEqual(await (await loginResponse).json());
	expect(session).toMatchObject({ role: 'admin', email });
	const { secret, codes } = await setUpSecondFactor(page, password);
	await page.getByText('On. You have 10 recovery codes left.').waitFor();
	expect(codes).toHaveLength(10);
	for (const code of codes) expect(await page.getByText(code).count()).toBe(0);

	const other = await market.newPhonePage();
	await other.goto('/admin');
	await submit(other);
	await expectToast(other, accountsApiText.codeMissing);
	const field = other.getByLabel('Code');
	await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
	await eventually(() => button(other).isEnabled()).toBe(true);
	expect(await other.getByLabel('Password', { exact: true }).inputValue()).toBe(password);
	await field.fill('000000');
	await button(other).click();
	await expectToast(other, accountsApiText.codeWrong);
	const code = generateAuthenticatorCode(secret, 1);
	await field.fill(code);
	await button(other).click();
	await other.waitForURL('/dashboard');
	expect(await readStoredSession(other)).toMatchObject({ role: 'admin' });

	const third = await market.newPhonePage();
	await third.goto('/Login');
	await third.getByLabel('Email').fill(email);
	await third.getByLabel('Password', { exact: true }).fill(password);
	await third.getByRole('button', { name: commonText.logIn }).click();
	await third.getByText('Enter the 6 digits from your authenticator app').waitFor();
	await eventually(() => third.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true);
	await third.getByLabel('Code').fill(code);
	await third.getByRole('button', { name: commonText.logIn }).click();
	await third.getByText(accountsApiText.codeWrong).first().waitFor();
	await third.getByLabel('Code').fill(codes[0] ?? '');
	await third.getByRole('button', { name: commonText.logIn }).click();
	await third.waitForURL('/dashboard');

	await page.reload();
	await page.getByText('On. You have 9 recovery codes left.').waitFor();
	await page.getByRole('button', { name: secondFactorText.turnOff }).click();
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByLabel('Code').fill(codes[1] ?? '');
	await page.getByRole('button', { name: secondFactorText.turnOffSubmit }).click();
	await expectToast(page, secondFactorText.turnedOff);
	const last = await market.newPhonePage();
	await last.goto('/admin');
	await submit(last);
	await last.waitForURL('/dashboard');
});
