import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as googleText from '../../../text/web/google.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeSession, readSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as googlePage from './page.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const rejection = makeProblemResponse.bind(null, 422);

async function open(search: string, handlers: Handlers = {}) {
	const api = fakeApi(handlers);
	return { api, ...(await renderRoute('/auth/google', googlePage, { api, url: `/auth/google${search}` })) };
}

test('explains a login cancelled at Google, and links to a retry', async () => {
	const { address } = await open('?error=access_denied&state=s');
	await expect.element(heading(googleText.notSignedIn)).toBeVisible();
	await expect.element(page.getByText(googleText.cancelled)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(readSession()).toBeNull();
	await page.getByRole('link', { name: commonText.tryAgain }).click();
	await expect.poll(address).toBe('/Login');
});

test.for([
	['?error=unsupported', accountsApiText.googleNotConfigured],
	['?error=temporarily_unavailable', accountsApiText.googleUnreachable],
	['?error=something_else', googleText.notIdentified],
	['', googleText.notIdentified],
] as const)('explains the error of a return with "%s"', async ([search, sentence]) => {
	await open(search);
	await expect.element(heading(googleText.notSignedIn)).toBeVisible();
	await expect.element(page.getByText(sentence)).toBeVisible();
});

test('starts a session, and navigates to the requested page', async () => {
	const { api, address } = await open('?code=c&state=s&iss=i', {
		finishGoogle: () => ({ ...makeSession(), next: '/wishlist' }),
	});
	await expect.element(page.getByText(messages.loggedIn)).toBeVisible();
	await expect.poll(address).toBe('/wishlist');
	expect(readSession()).toEqual(makeSession());
	expect(api.calls('finishGoogle').map(({ query }) => query)).toEqual([{ code: 'c', state: 's', iss: 'i' }]);
});

test("shows the server's message without starting a session", async () => {
	const sentence = 'This sign-in was not begun in this browser. Try again.';
	await open('?code=c&state=s', { finishGoogle: () => rejection({ code: 'invalid', message: sentence }) });
	await expect.element(heading(googleText.notSignedIn)).toBeVisible();
	await expect.element(page.getByText(sentence)).toBeVisible();
	await expect.element(page.getByRole('link', { name: commonText.tryAgain })).toHaveAttribute('href', '/Login');
	expect(readSession()).toBeNull();
});

test('leads an address with an account to the password login', async () => {
	const sentence = 'There is an account with your e-mail address already.';
	const { address } = await open('?code=c&state=s', {
		finishGoogle: () => makeProblemResponse(409, { code: 'conflict', message: sentence }),
	});
	await expect.element(page.getByText(sentence)).toBeVisible();
	await page.getByRole('link', { name: googleText.logInWithPassword }).click();
	await expect.poll(address).toBe('/Login?next=%2Fdashboard%2Fsecurity');
});

test('reports a lost network', async () => {
	await open('?code=c&state=s', { finishGoogle: throwNetworkError });
	await expect.element(heading(googleText.notSignedIn)).toBeVisible();
	await expect.element(page.getByText(errorsText.noResponse)).toBeVisible();
});

test('asks for the code of the second factor, and reports a wrong one', async () => {
	const wrong = accountsApiText.codeWrong;
	const { api, address } = await open('?code=c&state=s', {
		finishGoogle: () =>
			rejection({ code: 'invalid', message: 'A code is needed', fields: { code: accountsApiText.codeMissing } }),
		confirmGoogle: () => rejection({ code: 'invalid', message: wrong, fields: { code: wrong } }),
	});
	await expect.element(heading(googleText.codeTitle)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(readSession()).toBeNull();
	const code = page.getByLabelText(identityCheckText.code);
	const onward = page.getByRole('button', { name: commonText.continueOn });
	await code.fill('000000');
	await onward.click();
	await expect.element(page.getByText(wrong)).toBeVisible();
	api.handle({ confirmGoogle: () => ({ ...makeSession({ role: 'admin' }), next: '/dashboard' }) });
	await code.fill('123456');
	await onward.click();
	await expect.poll(address).toBe('/dashboard');
	expect(readSession()).toMatchObject({ role: 'admin' });
});

test('navigates to the security page after linking', async () => {
	const { address } = await open('?code=c&state=link.s', { finishGoogleLink: () => undefined });
	await expect.element(page.getByText(googleText.linked)).toBeVisible();
	await expect.poll(address).toBe('/dashboard/security');
});

test('navigates to the security page after a rejected link', async () => {
	await open('?code=c&state=link.s', {
		finishGoogleLink: () => makeProblemResponse(409, { code: 'conflict', message: 'It opens another account.' }),
	});
	await expect.element(heading(googleText.notLinked)).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: googleText.backToSecurity }))
		.toHaveAttribute('href', '/dashboard/security');
});

test.for(['', '?error=access_denied&state=s', '?code=used&state=s'])(
	'says that there is a session after a return with "%s", and leads on',
	async (search) => {
		logIn();
		const { address } = await open(search, { finishGoogle: () => rejection({ code: 'invalid', message: 'Used.' }) });
		await expect.element(heading(googleText.alreadyLoggedIn)).toBeVisible();
		expect(await findViolations()).toEqual([]);
		await page.getByRole('link', { name: adminText.goToDashboard }).click();
		await expect.poll(address).toBe('/dashboard');
	},
);
