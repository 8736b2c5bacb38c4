import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually, expectHeading, expectToast, toasts } from './support/expect.ts';
import { openMarket } from './support/market.ts';
import { signedUp, storedSession, password as usersPassword } from './support/people.ts';
import { settled } from './support/settled.ts';
import { violations } from './support/violations.ts';

const email = 'boss@example.com';
const password = 'a market of our own';
const market = openMarket({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } });

const refusal = 'The e-mail address or the password is wrong.';
const overlay = (page: Page) => page.getByRole('status').filter({ hasText: 'Logging in' });
const button = (page: Page) => page.getByRole('button', { name: 'Login as Admin' });

async function submit(page: Page, withEmail = email, withPassword = password) {
	await page.getByLabel('Email').fill(withEmail);
	await page.getByLabel('Password', { exact: true }).fill(withPassword);
	await button(page).click();
}

/** Nothing waits any more, the form can be sent again, and what was typed is still there. */
async function expectReadyAgain(page: Page) {
	await eventually(() => overlay(page).count()).toBe(0);
	await eventually(() => button(page).isEnabled()).toBe(true);
	expect(new URL(page.url()).pathname).toBe('/admin');
	expect(await page.getByLabel('Email').inputValue()).not.toBe('');
	expect(await page.getByLabel('Password', { exact: true }).inputValue()).not.toBe('');
	expect(await storedSession(page)).toBeNull();
}

test('an administrator logs in, sees that it is working, and lands on the dashboard', async () => {
	const page = await market.phone();
	await page.goto('/admin');
	expect(await page.title()).toBe('Admin');
	expect(await page.getByLabel('Email').getAttribute('placeholder')).toMatch(/@example\./);
	const field = page.getByLabel('Password', { exact: true });
	expect(await field.getAttribute('type')).toBe('password');
	await page.getByRole('button', { name: 'Show password' }).click();
	expect(await field.getAttribute('type')).toBe('text');
	await page.getByRole('button', { name: 'Hide password' }).click();
	expect(await field.getAttribute('type')).toBe('password');

	let answer = () => {};
	const waiting = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route('**/api/admin/login', async (route) => {
		if (route.request().method() === 'POST') await waiting;
		await route.continue();
	});
	const sound = page.waitForRequest(/\/sounds\/login\.mp3/);
	const answered = page.waitForResponse(
		(response) => response.url().endsWith('/api/admin/login') && response.request().method() === 'POST',
	);
	await submit(page);
	await overlay(page).waitFor();
	expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
	expect(await button(page).getAttribute('aria-busy')).toBe('true');
	expect(await button(page).locator('svg').isVisible()).toBe(true);
	answer();
	await expectToast(page, 'successfully Logged In');
	await page.waitForURL('/dashboard');
	await sound;
	expect(await storedSession(page)).toEqual(await (await answered).json());
	expect(await storedSession(page)).toMatchObject({ role: 'admin', email });
	await page.goto('/dashboard/admin');
	await page.waitForURL('/dashboard/admin');
});

test('what is wrong with the form is said in notices, and next to the fields', async () => {
	const page = await market.phone();
	await page.goto('/admin');
	await button(page).click();
	await expectToast(page, 'Please enter your email address');
	await expectToast(page, 'Enter your password');
	await page.getByLabel('Email').fill('not an address');
	await page.getByLabel('Password', { exact: true }).fill('x');
	await button(page).click();
	await expectToast(page, 'Invalid email address');
	expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
	expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('false');
	expect(await overlay(page).count()).toBe(0);
});

test('wrong credentials, and the right ones of somebody else, get the same notice', async () => {
	market.allow(/status of 422 .*\/api\/admin\/login/);
	const seller = await signedUp(await market.phone());
	const page = await market.phone();
	for (const [address, typed] of [
		[email, 'not my password'],
		['nobody@example.com', 'not my password'],
		[seller.email, usersPassword],
	] as const) {
		await page.goto('/admin');
		await submit(page, address, typed);
		await expectToast(page, refusal);
		await expectReadyAgain(page);
	}
});

test('without a network a notice says so, and the login works afterwards', async () => {
	market.allow(/\/api\/admin\/login/);
	const page = await market.phone();
	await page.goto('/admin');
	await page.route('**/api/admin/login', (route) => route.abort());
	await submit(page);
	await expectToast(page, 'Network Error please check your internet connectivity');
	await expectReadyAgain(page);
	await page.unroute('**/api/admin/login');
	await button(page).click();
	await page.waitForURL('/dashboard');
});

test('any other answer shows no notice: one line in the form says it', async () => {
	market.allow(/status of (401|403|429|500|503) .*\/api\/admin\/login/, /status of 502/);
	const page = await market.phone();
	for (const status of [401, 403, 429, 500, 502, 503]) {
		await page.goto('/admin');
		await page.route('**/api/admin/login', (route) =>
			route.request().method() === 'POST'
				? route.fulfill({ status, json: { code: 'internal', message: `It answered ${status}.` } })
				: route.fallback(),
		);
		await submit(page);
		await page.getByRole('alert').getByText(`It answered ${status}.`).waitFor();
		await expectReadyAgain(page);
		expect(await toasts(page).getByRole('listitem').count()).toBe(0);
		await page.unroute('**/api/admin/login');
	}
});

test('success is 200 and nothing else', async () => {
	const page = await market.phone();
	await page.goto('/admin');
	await page.route('**/api/admin/login', (route) =>
		route.request().method() === 'POST' ? route.fulfill({ status: 201, json: { token: 'x' } }) : route.fallback(),
	);
	await submit(page);
	await page.getByRole('alert').getByText('The server answered 201').waitFor();
	await expectReadyAgain(page);
	expect(await toasts(page).getByRole('listitem').count()).toBe(0);
});

test('where Google is not set up there is no link and no alert; a failed question for its address alerts', async () => {
	market.allow(/\/api\/admin\/login/);
	const page = await market.phone();
	const alerts: string[] = [];
	page.on('dialog', (dialog) => {
		alerts.push(dialog.message());
		void dialog.accept();
	});
	const asked: Record<string, string>[] = [];
	page.on('request', (request) => {
		if (request.method() === 'GET' && request.url().endsWith('/api/admin/login')) asked.push(request.headers());
	});
	await page.goto('/admin');
	await settled(page);
	expect(asked).toMatchObject([{ 'content-type': 'application/json', accept: 'application/vnd.api+json' }]);
	expect(alerts).toEqual([]);
	expect(await page.getByText('Continue with Google').count()).toBe(0);

	await page.route('**/api/admin/login', (route) =>
		route.fulfill({ status: 500, json: { code: 'internal', message: 'The server is tired.' } }),
	);
	await page.reload();
	await eventually(() => alerts).toEqual(['This error Something went wrong! The server is tired.']);
	expect(await page.getByText('Continue with Google').count()).toBe(0);
	await page.unroute('**/api/admin/login');
	await page.route('**/api/admin/login', (route) => route.abort());
	await page.reload();
	await eventually(() => alerts).toHaveLength(2);
	expect(alerts[1]).toMatch(/^This error Something went wrong! \S/);
	await page.unroute('**/api/admin/login');
	await page.route('**/api/admin/login', (route) => route.fulfill({ json: { url: `${market.address}/somewhere` } }));
	await page.reload();
	const link = page.getByRole('link', { name: 'Continue with Google' });
	await link.waitFor();
	expect(await link.getAttribute('href')).toBe(`${market.address}/somewhere?next=%2Fdashboard`);
	expect(alerts).toHaveLength(2);
});

test('leads to the sign-up page and home, and turns the theme around', async () => {
	const page = await market.phone({ colorScheme: 'light' });
	await page.goto('/admin');
	await page.getByRole('button', { name: 'Dark theme' }).click();
	expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
	expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true');
	await page.getByRole('link', { name: "Don't have an account? Signup" }).click();
	await page.waitForURL('/signup');
	await page.goBack();
	await page.getByRole('link', { name: 'Back to the market' }).click();
	await page.waitForURL('/');
});

test('everyone can use it: with a keyboard, and in both themes', async () => {
	const page = await market.desk({ reducedMotion: 'reduce' });
	const problems: string[] = [];
	const look = async () => problems.push(...(await violations(page)));
	await page.goto('/admin');
	await look();
	await button(page).click();
	await page.getByText('Enter your password').first().waitFor();
	await look();
	await page.getByLabel('Email').fill(email);
	await page.keyboard.press('Tab');
	await page.keyboard.type(password);
	await page.keyboard.press('Enter');
	await page.waitForURL('/dashboard');
	await page.goto('/dashboard/security');
	await expectHeading(page, 'Security');
	await page.getByRole('button', { name: 'Set up' }).click();
	await look();
	await page.getByLabel('Your password').fill(password);
	await page.keyboard.press('Enter');
	await page.getByRole('img', { name: /QR code/ }).waitFor();
	await look();
	expect(problems).toEqual([]);
});
