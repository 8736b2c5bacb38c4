import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, expectToast } from './support/expect.ts';
import { openMarket } from './support/market.ts';
import { storedSession } from './support/people.ts';
import { appCode, setUpSecondFactor } from './support/second-factor.ts';

const email = 'boss@example.com';
const password = 'a market of our own';
const market = openMarket({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } });

const button = (page: Page) => page.getByRole('button', { name: 'Login as Admin' });

async function submit(page: Page) {
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await button(page).click();
}

test('with a second factor both logins ask for the code, and each code works once', async () => {
	market.allow(/status of 422 .*\/api\/(admin\/)?login/, /status of 422 .*\/second-factor/);
	const page = await market.phone();
	await page.goto('/admin');
	await submit(page);
	await page.waitForURL('/dashboard');
	const { secret, codes } = await setUpSecondFactor(page, password);
	await page.getByText('On. You have 10 recovery codes left.').waitFor();
	expect(codes).toHaveLength(10);
	for (const code of codes) expect(await page.getByText(code).count()).toBe(0);

	const other = await market.phone();
	await other.goto('/admin');
	await submit(other);
	await expectToast(other, 'Enter the code from your authenticator app');
	const field = other.getByLabel('Code');
	await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
	await eventually(() => button(other).isEnabled()).toBe(true);
	expect(await other.getByLabel('Password', { exact: true }).inputValue()).toBe(password);
	await field.fill('000000');
	await button(other).click();
	await expectToast(other, 'This code is wrong, or was used already');
	const code = appCode(secret, 1);
	await field.fill(code);
	await button(other).click();
	await other.waitForURL('/dashboard');
	expect(await storedSession(other)).toMatchObject({ role: 'admin' });

	const third = await market.phone();
	await third.goto('/Login');
	await third.getByLabel('Email').fill(email);
	await third.getByLabel('Password', { exact: true }).fill(password);
	await third.getByRole('button', { name: 'Log in' }).click();
	await third.getByText('Enter the six digits from your authenticator app').waitFor();
	await eventually(() => third.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true);
	await third.getByLabel('Code').fill(code);
	await third.getByRole('button', { name: 'Log in' }).click();
	await third.getByText('This code is wrong, or was used already').first().waitFor();
	await third.getByLabel('Code').fill(codes[0] ?? '');
	await third.getByRole('button', { name: 'Log in' }).click();
	await third.waitForURL('/dashboard');

	await page.reload();
	await page.getByText('On. You have 9 recovery codes left.').waitFor();
	await page.getByRole('button', { name: 'Turn off' }).click();
	await page.getByLabel('Your password').fill(password);
	await page.getByLabel('Code').fill(codes[1] ?? '');
	await page.getByRole('button', { name: 'Turn off the second factor' }).click();
	await expectToast(page, 'The second factor is off');
	const last = await market.phone();
	await last.goto('/admin');
	await submit(last);
	await last.waitForURL('/dashboard');
});
