import type { Page } from 'playwright-core';
import { type Client, createClient } from '../../contract/client.ts';
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

interface Elsewhere extends Person {
	id: number;
	client: Client;
}

/** Somebody who is not looking at a page: what they do, they do through the API of the market at this address. */
export async function elsewhere(address: string): Promise<Elsewhere> {
	people += 1;
	const userName = `seller_${people}`;
	const email = `${userName}@example.com`;
	const { id, token } = await clientAt(address).signUp({ body: { user_name: userName, email, password } });
	return { id, userName, email, client: clientAt(address, token) };
}

/** The API in the name of whoever is logged in on this page. */
export async function clientOf(page: Page): Promise<Client> {
	const session = await storedSession(page);
	return clientAt(new URL(page.url()).origin, session ? String(session.token) : undefined);
}

/** The API in the name of whoever the token stands for; without one, a visitor's. */
export function clientAt(address: string, token?: string): Client {
	return createClient(async ({ path, headers, ...request }) => {
		const answer = await fetch(`${address}${path}`, {
			...request,
			headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
		});
		return { status: answer.status, text: await answer.text() };
	});
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
