import type { Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as adminLogInText from '../text/web/admin-log-in.ts';
import * as identityCheckText from '../text/web/identity-check.ts';
import * as secondFactorText from '../text/web/second-factor.ts';
import { findViolations } from './support/accessibility.ts';
import { expectHeading, expectToast } from './support/expect.ts';
import { readStoredSession } from './support/people.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

const email = 'boss@example.com';
const password = 'a market of our own';
test.use(makeConfigurationFixture({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } }));

const button = (page: Page) => page.getByRole('button', { name: adminLogInText.submit });

async function submit(page: Page, withEmail = email, withPassword = password) {
	await page.getByLabel('Email').fill(withEmail);
	await page.getByLabel('Password', { exact: true }).fill(withPassword);
	await button(page).click();
}

test('logs an administrator in with a sound and opens the dashboard', async ({ market }) => {
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
	expect(await readStoredSession(page)).toEqual(await (await loginResponse).json());
	expect(await readStoredSession(page)).toMatchObject({ role: 'admin', email });
	await page.goto('/dashboard/admin');
	await page.waitForURL('/dashboard/admin');
});

test('is accessible by keyboard and in both themes', { tag: '@accessibility' }, async ({ market }) => {
	const page = await market.newDesktopPage();
	const problems: string[] = [];
	const check = async () => problems.push(...(await findViolations(page)));
	await page.goto('/admin');
	await check();
	await button(page).click();
	await page.getByText(messages.passwordMissing).first().waitFor();
	await check();
	await page.getByLabel('Email').fill(email);
	await page.keyboard.press('Tab');
	await page.keyboard.type(password);
	await page.keyboard.press('Enter');
	await page.waitForURL('/dashboard');
	await page.goto('/dashboard/security');
	await expectHeading(page, 'Security');
	await page.getByRole('button', { name: secondFactorText.setUp }).click();
	await check();
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.keyboard.press('Enter');
	await page.getByRole('img', { name: /QR code/ }).waitFor();
	await check();
	expect(problems).toEqual([]);
});
