import type { Page } from 'playwright-core';
import { expectToast } from './expect.ts';

export const password = 'blue kettle on sunday';
let people = 0;

export interface Person {
	userName: string;
	email: string;
}

/** Signs up through the page, and arrives where it leads. */
export async function signedUp(page: Page, next = '/dashboard'): Promise<Person> {
	people += 1;
	const userName = `seller_${people}`;
	const email = `${userName}@example.com`;
	await page.goto(`/signup?next=${encodeURIComponent(next)}`);
	await page.getByLabel('User name').fill(userName);
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Create my account' }).click();
	await expectToast(page, 'successfully Logged In');
	await page.waitForURL(next);
	return { userName, email };
}

/** Fills the log-in form and sends it. */
export async function submitLogIn(page: Page, email: string, withPassword = password): Promise<void> {
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(withPassword);
	await page.getByRole('button', { name: 'Log in' }).click();
}

/** What the browser keeps of the session. */
export function storedSession(page: Page): Promise<Record<string, unknown> | null> {
	return page.evaluate(() => JSON.parse(localStorage.getItem('user-details') ?? 'null'));
}
