import type { Page } from '@playwright/test';
import { type Client, createClient } from '../../contract/core/client.ts';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as commentsText from '../../text/web/comments.ts';
import * as signUpText from '../../text/web/sign-up.ts';
import { eventually } from './expect.ts';
import { waitUntilSettled } from './settle.ts';

export const password = 'blue kettle on sunday';

/** Environment variables with the administrator's login. */
export const administrator = { ADMIN_EMAIL: 'operator@example.com', ADMIN_PASSWORD: 'market-day-77' };

/** The part of a product that these functions need. The product's own type would make a cycle of imports. */
interface Product {
	address: string;
	getAdministratorSession: () => Promise<string>;
}

/** Milliseconds for a signup, which hashes a password and is often the first request to a product. */
const signUpTimeout = 120_000;

let people = 0;

/** Path of a file of the site without scripts. Tests open the file to change the site's `localStorage` while the app is not running. */
const staticPath = '/robots.txt';

export interface TestPerson {
	userName: string;
	email: string;
}

export function makePerson(): TestPerson {
	people += 1;
	const userName = `seller_${people}`;
	return { userName, email: `${userName}@example.com` };
}

const toSignUpBody = ({ userName, email }: TestPerson) => ({ user_name: userName, email, password });

/** Signs up a new account, stores its session in the page's browser and opens `next`. */
export async function signUp(page: Page, next = '/dashboard'): Promise<TestPerson> {
	const person = makePerson();
	const response = await page.request.post('/api/signup', { data: toSignUpBody(person), timeout: signUpTimeout });
	const session = await response.text();
	if (!response.ok()) throw new Error(session);
	await storeSession(page, session);
	await page.goto(next);
	return person;
}

/** Stores a session in the browser. `session` is the body of the API's response. */
async function storeSession(page: Page, session: string): Promise<void> {
	await page.goto(staticPath);
	await page.evaluate((text) => localStorage.setItem('user-details', text), session);
}

/** Stores the administrator's session in the page's browser and opens `next`. */
export async function logInAsAdministrator(product: Product, page: Page, next: string): Promise<void> {
	await storeSession(page, await product.getAdministratorSession());
	await page.goto(next);
}

export async function createAdministratorApiClient(product: Product): Promise<Client> {
	return createApiClientAt(product.address, JSON.parse(await product.getAdministratorSession()).token);
}

/** Removes the session from the browser while the app is not running, as if it was lost. Then a file without scripts is open. */
export async function removeStoredSession(page: Page): Promise<void> {
	await page.goto(staticPath);
	await page.evaluate(() => localStorage.removeItem('user-details'));
}

interface OtherUser extends TestPerson {
	id: number;
	client: Client;
}

/** Signs up an account that acts only through the API. */
export async function createOtherUser(address: string): Promise<OtherUser> {
	const person = makePerson();
	const { id, token } = await createApiClientAt(address).signUp({ body: toSignUpBody(person) });
	return { ...person, id, client: createApiClientAt(address, token) };
}

/** Creates an API client with the session of the page's browser. */
export async function createApiClientForPage(page: Page): Promise<Client> {
	const session = await readStoredSession(page);
	return createApiClientAt(new URL(page.url()).origin, session ? String(session.token) : undefined);
}

/** Creates an API client with the given token. Without a token, the client acts as a visitor. */
export function createApiClientAt(address: string, token?: string): Client {
	return createClient(async ({ path, headers, ...request }) => {
		const response = await fetch(`${address}${path}`, {
			...request,
			headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
		});
		return { status: response.status, text: await response.text() };
	});
}

export async function submitLogin(page: Page, email: string, withPassword = password): Promise<void> {
	await page.getByLabel(commonText.email).fill(email);
	await page.getByLabel(commonText.password, { exact: true }).fill(withPassword);
	await page.getByRole('button', { name: commonText.logIn }).click();
}

/** Fills and sends the form of the sign-up page, with another user name than the suggested one. */
export async function submitSignUp(page: Page, { userName, email }: TestPerson): Promise<void> {
	await page.getByLabel(signUpText.name).fill(userName);
	await page.getByLabel(commonText.userName).fill(userName);
	await page.getByLabel(commonText.email).fill(email);
	await page.getByLabel(commonText.password, { exact: true }).fill(password);
	await page.getByRole('button', { name: signUpText.submit }).click();
}

export async function postComment(page: Page, text: string): Promise<void> {
	await page.getByLabel(commentsText.addComment).fill(text);
	await page.getByRole('button', { name: commentsText.send }).click();
	await page
		.getByRole('article', { name: commentsText.commentFrom('') })
		.filter({ hasText: text })
		.waitFor();
}

/** Logs out after waiting for pending requests, because later requests would be rejected. */
export async function logOut(page: Page): Promise<void> {
	await waitUntilSettled(page);
	await chooseLogOut(page);
}

/** Opens the menu and chooses to log out. */
export async function chooseLogOut(page: Page): Promise<void> {
	await openMenu(page);
	await page.getByRole('menuitem', { name: commonText.logOut }).click();
}

/** Opens the menu of every page: an icon on phones, a row of the left rail on wide screens. */
export async function openMenu(page: Page): Promise<void> {
	await page.getByRole('button', { name: layoutText.menu }).click();
}

/** Waits until the server has ended the session after a logout. */
export async function waitForSessionEnd(page: Page): Promise<void> {
	await eventually(() => page.evaluate(() => localStorage.getItem('ended-sessions'))).toBeNull();
}

export function readStoredSession(page: Page): Promise<Record<string, unknown> | null> {
	return page.evaluate(() => JSON.parse(localStorage.getItem('user-details') ?? 'null'));
}
