import type { Page } from '@playwright/test';
import { type Client, createClient } from '../../contract/client.ts';
import * as commentsText from '../../contract/text/comments.ts';
import * as commonText from '../../contract/text/common.ts';
import { eventually } from './expect.ts';
import { settled } from './settled.ts';

export const password = 'blue kettle on sunday';

/** For the environment of a product: who runs it. */
export const operator = { ADMIN_EMAIL: 'operator@example.com', ADMIN_PASSWORD: 'market-day-77' };

let people = 0;

/** A page without code of its own, at the same address. */
const withoutCode = '/robots.txt';

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

const signUpForm = ({ userName, email }: Person) => ({ user_name: userName, email, password });

/** A new account is logged in on this page, which arrives at `next`. */
export async function signedUp(page: Page, next = '/dashboard'): Promise<Person> {
	const person = newPerson();
	const answer = await page.request.post('/api/signup', { data: signUpForm(person) });
	const session = await answer.text();
	if (!answer.ok()) throw new Error(session);
	await store(page, session);
	await page.goto(next);
	return person;
}

/** Gives the browser a session as the API answers it. */
async function store(page: Page, session: string): Promise<void> {
	await page.goto(withoutCode);
	await page.evaluate((text) => localStorage.setItem('user-details', text), session);
}

const operatorSessions = new Map<string, string>();

/** What the API answers to the operator's login at this address. Logged in once: the tries of an account are counted. */
async function operatorSession(address: string): Promise<string> {
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
export async function operatorLoggedIn({ address }: { address: string }, page: Page, next: string): Promise<void> {
	await store(page, await operatorSession(address));
	await page.goto(next);
}

/** The API in the operator's name. */
export async function operatorAt(address: string): Promise<Client> {
	return clientAt(address, JSON.parse(await operatorSession(address)).token);
}

/** This browser has no session any more, as where it was lost while the market was closed; no page of the market is open. */
export async function sessionLost(page: Page): Promise<void> {
	await page.goto(withoutCode);
	await page.evaluate(() => localStorage.removeItem('user-details'));
}

interface Elsewhere extends Person {
	id: number;
	client: Client;
}

/** Somebody who is not looking at a page: what they do, they do through the API of the market at this address. */
export async function elsewhere(address: string): Promise<Elsewhere> {
	const person = newPerson();
	const { id, token } = await clientAt(address).signUp({ body: signUpForm(person) });
	return { ...person, id, client: clientAt(address, token) };
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
	await page.getByLabel(commonText.email).fill(email);
	await page.getByLabel(commonText.password, { exact: true }).fill(withPassword);
	await page.getByRole('button', { name: commonText.logIn }).click();
}

/** Comments on what is open, and sees it there. */
export async function say(page: Page, text: string): Promise<void> {
	await page.getByLabel(commentsText.addComment).fill(text);
	await page.getByRole('button', { name: commentsText.send }).click();
	await page
		.getByRole('article', { name: commentsText.commentFrom('') })
		.filter({ hasText: text })
		.waitFor();
}

/** Logs out at a desk once nothing is on its way any more, as what comes after the session's end is refused. */
export async function logOut(page: Page): Promise<void> {
	await settled(page);
	await page.getByRole('button', { name: commonText.logOut, exact: true }).click();
}

/** After a log-out: the server has heard of it, and a journey may go on without cutting that off. */
export async function sessionEnded(page: Page): Promise<void> {
	await eventually(() => page.evaluate(() => localStorage.getItem('ended-sessions'))).toBeNull();
}

/** What the browser keeps of the session. */
export function storedSession(page: Page): Promise<Record<string, unknown> | null> {
	return page.evaluate(() => JSON.parse(localStorage.getItem('user-details') ?? 'null'));
}
