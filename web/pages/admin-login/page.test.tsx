import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as layoutText from '../../../text/shared/layout.ts';
import * as problemsText from '../../../text/shared/problems.ts';
import * as adminLogInText from '../../../text/web/admin-log-in.ts';
import * as googleText from '../../../text/web/google.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeSession, readSession, stubFacebookBrowser } from '../../testing/browser-state.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as adminLogInPage from './page.tsx';

const email = page.getByLabelText(commonText.email);
const password = page.getByLabelText(commonText.password);
const button = page.getByRole('button', { name: adminLogInText.submit });
const overlay = page.getByRole('status').filter({ hasText: adminLogInText.loggingIn });
const notices = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
const admin = makeSession({ role: 'admin' });
const alert = vi.fn();

beforeEach(() => {
	alert.mockReset();
	vi.spyOn(window, 'alert').mockImplementation(alert);
});

async function open(handlers: Handlers = {}) {
	const api = fakeApi({ getGoogleAddress: () => ({ url: null }), ...handlers });
	return { api, ...(await renderRoute('/admin', adminLogInPage, { api })) };
}

async function submit() {
	await email.fill('boss@example.com');
	await password.fill('a market of our own');
	await button.click();
}

/** Expects that the login form is enabled again and keeps its values. */
async function expectReadyAgain(address: () => string) {
	await expect.element(overlay).not.toBeInTheDocument();
	await expect.element(button).toBeEnabled();
	await expect.element(email).toHaveValue('boss@example.com');
	await expect.element(password).toHaveValue('a market of our own');
	expect(address()).toBe('/admin');
	expect(readSession()).toBeNull();
}

test('has the title Admin and the fields of a login', async () => {
	await open();
	await expect.poll(() => document.title).toBe(adminLogInText.pageTitle);
	expect(email.element().getAttribute('placeholder')).toMatch(/@example\./);
	await expect.element(password).toHaveAttribute('type', 'password');
});

test('shows progress, and opens the dashboard with the session', async () => {
	const { handler, resolve } = makeDeferredHandler<typeof admin>();
	const { address } = await open({ adminLogIn: handler });
	await submit();
	await expect.element(overlay).toBeVisible();
	expect(overlay.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
	await expect.element(button).toHaveAttribute('aria-busy', 'true');
	await expect.element(button).toBeDisabled();
	expect(button.element().querySelector('svg')).not.toBeNull();
	resolve(admin);
	await expect.element(page.getByText(messages.loggedIn)).toBeVisible();
	await expect.poll(address).toBe('/dashboard');
	expect(readSession()).toEqual(admin);
});

test('shows invalid input in notices and next to the fields', async () => {
	const { api } = await open();
	await button.click();
	await expect.element(notices.filter({ hasText: messages.emailMissing })).toBeVisible();
	await expect.element(notices.filter({ hasText: messages.passwordMissing })).toBeVisible();
	await email.fill('not an address');
	await password.fill('x');
	await button.click();
	await expect.element(notices.filter({ hasText: messages.emailInvalid })).toBeVisible();
	await expect.element(email).toHaveAttribute('aria-invalid', 'true');
	await expect.element(password).toHaveAttribute('aria-invalid', 'false');
	await expect.element(overlay).not.toBeInTheDocument();
	expect(api.calls('adminLogIn')).toEqual([]);
});

test('shows a notice for wrong credentials, and accepts a correction', async () => {
	const { api, address } = await open({
		adminLogIn: () => makeProblemResponse(422, { code: 'invalid', message: accountsApiText.wrongCredentials }),
	});
	await submit();
	await expect.element(notices.filter({ hasText: accountsApiText.wrongCredentials })).toBeVisible();
	await expectReadyAgain(address);
	api.handle({ adminLogIn: () => admin });
	await button.click();
	await expect.poll(address).toBe('/dashboard');
});

test('asks for the code of the second factor, also in a notice', async () => {
	const { codeMissing } = accountsApiText;
	await open({
		adminLogIn: () =>
			makeProblemResponse(422, { code: 'invalid', message: codeMissing, fields: { code: codeMissing } }),
	});
	await submit();
	await expect.element(notices.filter({ hasText: codeMissing })).toBeVisible();
	const code = page.getByLabelText(identityCheckText.code);
	await expect.element(code).toHaveFocus();
	await expect.element(code).toHaveAttribute('aria-invalid', 'false');
});

test('shows a notice without a network, and logs in afterwards', async () => {
	const { api, address } = await open({ adminLogIn: throwNetworkError });
	await submit();
	await expect.element(notices.filter({ hasText: messages.networkError })).toBeVisible();
	await expectReadyAgain(address);
	api.handle({ adminLogIn: () => admin });
	await button.click();
	await expect.poll(address).toBe('/dashboard');
});

test.for([401, 403, 429, 500, 502, 503])('shows a response of %d in the form, without a notice', async (status) => {
	const { address } = await open({
		adminLogIn: () => makeProblemResponse(status, { code: 'internal', message: `It answered ${status}.` }),
	});
	await submit();
	await expect.element(page.getByRole('alert').getByText(`It answered ${status}.`)).toBeVisible();
	await expectReadyAgain(address);
	await expect.element(notices).not.toBeInTheDocument();
});

test('accepts only status 200 as success', async () => {
	const { address } = await open({ adminLogIn: () => Response.json({ token: 'x' }, { status: 201 }) });
	await submit();
	await expect.element(page.getByRole('alert').getByText(problemsText.unexplained(201))).toBeVisible();
	await expectReadyAgain(address);
	await expect.element(notices).not.toBeInTheDocument();
});

test('shows neither a Google link nor an alert if Google is not configured', async () => {
	const { api, pendingQueries } = await open();
	await expect
		.poll(() => api.calls('getGoogleAddress'))
		.toMatchObject([{ headers: { 'content-type': 'application/json', accept: 'application/vnd.api+json' } }]);
	await expect.poll(pendingQueries).toBe(0);
	await expect.element(button).toBeEnabled();
	// The page renders the result of the request for Google's address in the second frame.
	for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
	expect(api.calls('getGoogleAddress')).toHaveLength(1);
	await expect.element(page.getByText(googleText.continueWith)).not.toBeInTheDocument();
	expect(alert).not.toHaveBeenCalled();
});

test('alerts if the request for the Google address is rejected', async () => {
	await open({
		getGoogleAddress: () => makeProblemResponse(500, { code: 'internal', message: 'The server is tired.' }),
	});
	await expect.poll(() => alert.mock.calls).toEqual([['This error Something went wrong! The server is tired.']]);
	await expect.element(page.getByText(googleText.continueWith)).not.toBeInTheDocument();
});

test('alerts if the request for the Google address gets no response', async () => {
	await open({ getGoogleAddress: throwNetworkError });
	await expect.poll(() => alert.mock.calls).toEqual([[expect.stringMatching(/^This error Something went wrong! \S/)]]);
});

test('returns from Google to the dashboard', async () => {
	await open({ getGoogleAddress: () => ({ url: 'https://kasuwa.example/somewhere' }) });
	const link = page.getByRole('link', { name: googleText.continueWith });
	await expect.element(link).toHaveAttribute('href', 'https://kasuwa.example/somewhere?next=%2Fdashboard');
	expect(alert).not.toHaveBeenCalled();
});

test('toggles the theme of this device', async () => {
	await open();
	await page.getByRole('button', { name: layoutText.darkTheme }).click();
	await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(true);
	expect(localStorage.getItem('darkMode')).toBe('true');
});

test.for([
	[adminLogInText.signUp, '/signup'],
	[layoutText.backToMarket, '/'],
	[passwordsText.forgotten, '/forgot-password'],
] as const)('links "%s" to %s', async ([name, target]) => {
	const { address } = await open();
	await page.getByRole('link', { name }).click();
	await expect.poll(address).toBe(target);
});

test('is accessible by keyboard and in both themes', async () => {
	const { address } = await open({ adminLogIn: () => admin });
	expect(await findViolations()).toEqual([]);
	await button.click();
	await expect.element(password).toHaveAccessibleDescription(messages.passwordMissing);
	expect(await findViolations()).toEqual([]);
	await email.fill('boss@example.com');
	await userEvent.keyboard('{Tab}a market of our own{Enter}');
	await expect.poll(address).toBe('/dashboard');
});

test('explains in the browser of another app why Google does not work there', async () => {
	stubFacebookBrowser();
	await open({ getGoogleAddress: () => ({ url: 'https://kasuwa.example/google' }) });
	await expect.element(page.getByText(googleText.inAppHint('Facebook'))).toBeVisible();
	await expect.element(page.getByRole('link', { name: googleText.continueWith })).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
});

test('leads an administrator with a session to the dashboard, and no one else', async () => {
	logIn({ role: 'admin' });
	const { address } = await open();
	await expect.poll(address).toBe('/dashboard');
});

test('shows the form to a user with a session', async () => {
	logIn();
	const { address } = await open();
	await expect.element(button).toBeVisible();
	expect(address()).toBe('/admin');
});

test.for([{}, { message: '' }, { message: ' ' }, { message: 7 }])(
	'shows the general sentence for status 422 with %j',
	async (body) => {
		await open({ adminLogIn: () => Response.json(body, { status: 422 }) });
		await email.fill('boss@example.com');
		await password.fill('a market of our own');
		await button.click();
		await expect.element(notices.getByText(problemsText.unexpected)).toBeVisible();
	},
);

test("keeps the query of Google's address", async () => {
	await open({ getGoogleAddress: () => ({ url: '/api/auth/google?hd=example.com' }) });
	const link = page.getByRole('link', { name: googleText.continueWith });
	await expect.element(link).toHaveAttribute('href', '/api/auth/google?hd=example.com&next=%2Fdashboard');
});
