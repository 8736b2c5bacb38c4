import type { Page } from '@playwright/test';
import { type Client, createClient } from '../../contract/client.ts';
import * as commentsText from '../../contract/text/comments.ts';
import * as commonText from '../../contract/text/common.ts';
import { eventually } from './expect.ts';
import { waitUntilSettled } from './settle.ts';

export const password = 'blue kettle on sunday';

/** For the environment of a product: who runs it. */
export const operator = { ADMIN_EMAIL: 'operator@example.com', ADMIN_PASSWORD: 'market-day-77' };

let people = 0;

/** A page without code of its own, at the same address. */
const staticPath = '/robots.txt';

export interface Person {
	userName: string;
	email: string;
}

/** A name and an address that nobody has yet. */
export function newPerson(): Person {
	people += 1;
	const userName = `seller_${people}`;
	return { userName, email: `${userName}@example.com` };
}

const toSignUpBody = ({ userName, email }: Person) => ({ user_name: userName, email, password });

/** A new account is logged in on this page, which arrives at `next`. */
export async function signUp(page: Page, next = '/dashboard'): Promise<Person> {
	const person = newPerson();
	const answer = await page.request.post('/api/signup', { data: toSignUpBody(person) });
	const session = await answer.text();
	if (!answer.ok()) throw new Error(session);
	await storeSession(page, session);
	await page.goto(next);
	return person;
}

/** Gives the browser a session as the API answers it. */
async function storeSession(page: Page, session: string): Promise<void> {
	await page.goto(staticPath);
	await page.evaluate((text) => localStorage.setItem('user-details', text), session);
}

const operatorSessions = new Map<string, string>();

/** What the API answers to the operator's login at this address. Logged in once: the tries of an account are counted. */
async function getOperatorSession(address: string): Promise<string> {
	const body = JSON.stringify({ email: operator.ADMIN_EMAIL, password: operator.ADMIN_PASSWORD });
	const known = operatorSessions.get(address);
	if (known !== undefined) return known;
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(`${address}/api/login`, { method: 'POST', headers, body });
	const session = await response.text();
	if (!response.ok) throw new Error(session);
	operatorSessions.set(address, session);
	return session;
}

/** The operator is logged in on this page, which arrives at `next`. */
export async function logInAsOperator({ address }: { address: string }, page: Page, next: string): Promise<void> {
	await storeSession(page, await getOperatorSession(address));
	await page.goto(next);
}

/** The API in the operator's name. */
export async function createOperatorClient(address: string): Promise<Client> {
	return createClientAt(address, JSON.parse(await getOperatorSession(address)).token);
}

/** This browser has no session any more, as where it was lost while the market was closed; no page of the market is open. */
export async function removeSession(page: Page): Promise<void> {
	await page.goto(staticPath);
	await page.evaluate(() => localStorage.removeItem('user-details'));
}

interface OtherUser extends Person {
	id: number;
	client: Client;
}

/** Somebody who is not looking at a page: what they do, they do through the API of the market at this address. */
export async function createOtherUser(address: string): Promise<OtherUser> {
	const person = newPerson();
	const { id, token } = await createClientAt(address).signUp({ body: toSignUpBody(person) });
	return { ...person, id, client: createClientAt(address, token) };
}

/** The API in the name of whoever is logged in on this page. */
export async function createClientFor(page: Page): Promise<Client> {
	const session = await readStoredSession(page);
	return createClientAt(new URL(page.url()).origin, session ? String(session.token) : undefined);
}

/** The API in the name of whoever the token stands for; without one, a visitor's. */
export function createClientAt(address: string, token?: string): Client {
	return createClient(async ({ path, headers, ...request }) => {
		const answer = await fetch(`${address}${path}`, {
			...request,
			headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
		});
		return { status: answer.status, text: await answer.text() };
	});
}

/** Fills the log-in form and sends it. */
export async function submitLogin(page: Page, email: string, withPassword = password): Promise<void> {
	await page.getByLabel(commonText.email).fill(email);
	await page.getByLabel(commonText.password, { exact: true }).fill(withPassword);
	await page.getByRole('button', { name: commonText.logIn }).click();
}

/** Comments on what is open, and sees it there. */
export async function postComment(page: Page, text: string): Promise<void> {
	await page.getByLabel(commentsText.addComment).fill(text);
	await page.getByRole('button', { name: commentsText.send }).click();
	await page
		.getByRole('article', { name: commentsText.commentFrom('') })
		.filter({ hasText: text })
		.waitFor();
}

/** Logs out at a desk once nothing is on its way any more, as what comes after the session's end is refused. */
export async function logOut(page: Page): Promise<void> {
	await waitUntilSettled(page);
	await page.getByRole('button', { name: commonText.logOut, exact: true }).click();
}

/** After a log-out: the server has heard of it, and a journey may go on without cutting that off. */
export async function waitForSessionEnd(page: Page): Promise<void> {
	await eventually(() => page.evaluate(() => localStorage.getItem('ended-sessions'))).toBeNull();
}

/** What the browser keeps of the session. */
export function readStoredSession(page: Page): Promise<Record<string, unknown> | null> {
	return page.evaluate(() => JSON.parse(localStorage.getItem('user-details') ?? 'null'));
}
