import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as passkeysText from '../../../text/shared/passkeys.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as googleText from '../../../text/web/google.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeSession, readSession, stubFacebookBrowser } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as logInPage from './page.tsx';

const email = page.getByLabelText(commonText.email);
const password = page.getByLabelText(commonText.password);
const button = page.getByRole('button', { name: commonText.logIn });
const rejection = makeProblemResponse.bind(null, 422);

async function open(handlers: Handlers = {}, url = '/Login') {
	const api = fakeApi({ getGoogleAddress: () => ({ url: null }), ...handlers });
	return { api, ...(await renderRoute('/Login', logInPage, { api, url })) };
}

async function submit() {
	await email.fill('ada@example.com');
	await password.fill('blue kettle on sunday');
	await button.click();
}

test('stores the session and navigates to the requested page', async () => {
	const { address } = await open({ logIn: () => makeSession() }, '/Login?next=%2Fdashboard%2Fmyvideos%3Ffrom%3Dhere');
	await submit();
	await expect.element(page.getByText('successfully Logged In')).toBeVisible();
	await expect.poll(address).toBe('/dashboard/myvideos?from=here');
	expect(readSession()).toEqual(makeSession());
});

test.for(['//elsewhere.example/', 'https://elsewhere.example/', '/\\elsewhere.example', 'dashboard'])(
	'navigates to the dashboard if the requested path is %s',
	async (next) => {
		logIn();
		const { address } = await open({}, `/Login?next=${encodeURIComponent(next)}`);
		await expect.poll(address).toBe('/dashboard');
	},
);

test('stays on this site after the login for any requested address', async () => {
	const { address } = await open(
		{ logIn: () => makeSession() },
		`/Login?next=${encodeURIComponent('//elsewhere.example/')}`,
	);
	await submit();
	await expect.poll(address).toBe('/dashboard');
});

test('leads an account with a temporary password to a new one', async () => {
	const { address } = await open({ logIn: () => makeSession({ must_change_password: true }) }, '/Login?next=/wishlist');
	await submit();
	await expect.poll(address).toBe('/dashboard/password?next=%2Fwishlist');
});

test('leads a deleted account to its restoration', async () => {
	const { address } = await open({ logIn: () => makeSession({ deletes_at: '2026-12-01T00:00:00.000Z' }) });
	await submit();
	await expect.poll(address).toBe('/bring-back');
});

test('shows errors next to each field without a request', async () => {
	const { api } = await open();
	await button.click();
	await expect.element(email).toHaveAccessibleDescription('Please enter your email address');
	await expect.element(password).toHaveAccessibleDescription('Enter your password');
	await expect.element(email).toHaveFocus();
	await email.fill('not an address');
	await expect.element(email).toHaveAccessibleDescription('Invalid email address');
	expect(api.calls('logIn')).toEqual([]);
});

test('shows a rejected login in one sentence, and accepts the next try', async () => {
	const { api, address } = await open({
		logIn: () => rejection({ code: 'invalid', message: accountsApiText.wrongCredentials }),
	});
	await submit();
	await expect.element(page.getByText(accountsApiText.wrongCredentials)).toBeVisible();
	expect(readSession()).toBeNull();
	await expect.element(button).toBeEnabled();
	api.handle({ logIn: () => makeSession() });
	await button.click();
	await expect.poll(address).toBe('/dashboard');
});

test('reports a missing response, and keeps the input', async () => {
	await open({ logIn: throwNetworkError });
	await submit();
	await expect.element(page.getByText('Network Error please check your internet connectivity')).toBeVisible();
	await expect.element(email).toHaveValue('ada@example.com');
	await expect.element(password).toHaveValue('blue kettle on sunday');
	await expect.element(button).toBeEnabled();
});

test('asks for the code of the second factor, and sends it with the credentials', async () => {
	const { api, address } = await open({
		logIn: ({ body: { code } }) =>
			code === '123456'
				? makeSession()
				: rejection({
						code: 'invalid',
						message: 'Wrong',
						fields: { code: code ? accountsApiText.codeWrong : validationText.codeMissing },
					}),
	});
	const code = page.getByLabelText(identityCheckText.code);
	await expect.element(code).not.toBeInTheDocument();
	await submit();
	await expect.element(code).toHaveFocus();
	// An empty code field is not an error yet.
	await expect.element(code).toHaveAttribute('aria-invalid', 'false');
	await userEvent.keyboard('000000{Enter}');
	await expect.element(page.getByText(accountsApiText.codeWrong)).toBeVisible();
	await code.fill('123456');
	await userEvent.keyboard('{Enter}');
	await expect.poll(address).toBe('/dashboard');
	expect(api.calls('logIn').map(({ body }) => body.code)).toEqual([undefined, '000000', '123456']);
});

test('requires a code, but not for the next account without a second factor', async () => {
	const { api, address } = await open({
		logIn: ({ body }) =>
			body.email === 'ada@example.com'
				? rejection({ code: 'invalid', message: 'Wrong', fields: { code: validationText.codeMissing } })
				: makeSession(),
	});
	const code = page.getByLabelText(identityCheckText.code);
	await submit();
	await expect.element(code).toHaveFocus();
	await button.click();
	await expect.element(code).toHaveAccessibleDescription(new RegExp(validationText.codeMissing));
	await email.fill('bisi@example.com');
	await button.click();
	await expect.poll(address).toBe('/dashboard');
	expect(api.calls('logIn').map(({ body }) => [body.email, body.code])).toEqual([
		['ada@example.com', undefined],
		['ada@example.com', undefined],
		['bisi@example.com', undefined],
	]);
});

test('sends the same device key at every login', async () => {
	const { api } = await open({ logIn: throwNetworkError });
	await submit();
	await expect.poll(() => api.calls('logIn').length).toBe(1);
	await expect.element(button).toBeEnabled();
	await button.click();
	await expect.poll(() => api.calls('logIn').length).toBe(2);
	const [first, second] = api.calls('logIn').map(({ body }) => body.device_key);
	expect(first).toMatch(/^[0-9a-f]{32}$/);
	expect(second).toBe(first);
});

test('passes the requested page on to the sign-up page', async () => {
	const { address } = await open({}, '/Login?next=%2Fwishlist');
	await page.getByRole('link', { name: 'Create an account' }).click();
	await expect.poll(address).toBe('/signup?next=%2Fwishlist');
});

test('links to the page for forgotten passwords', async () => {
	const { address } = await open();
	await page.getByRole('link', { name: passwordsText.forgotten }).click();
	await expect.poll(address).toBe('/forgot-password');
});

test('offers Google if it is configured, with the requested page', async () => {
	await open({ getGoogleAddress: () => ({ url: 'https://kasuwa.example/google' }) }, '/Login?next=%2Fwishlist');
	const link = page.getByRole('link', { name: googleText.continueWith });
	await expect.element(link).toHaveAttribute('href', 'https://kasuwa.example/google?next=%2Fwishlist');
});

test('explains in the browser of another app why Google does not work there, but email does', async () => {
	stubFacebookBrowser();
	const { address } = await open({
		getGoogleAddress: () => ({ url: 'https://kasuwa.example/google' }),
		logIn: () => makeSession(),
	});
	await expect.element(page.getByText(googleText.inAppHint('Facebook'))).toBeVisible();
	await expect.element(page.getByRole('link', { name: googleText.continueWith })).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await submit();
	await expect.poll(address).toBe('/dashboard');
});

test('says that the device did not give a passkey', async () => {
	const request = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' as const };
	vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'));
	const { api } = await open({ beginPasskeyLogin: () => request });
	await page.getByRole('button', { name: passkeysText.logIn }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: passkeysText.notDone })).toBeVisible();
	expect(api.calls('logInWithPasskey')).toEqual([]);
});

test('offers no passkey in a browser without them', async () => {
	onTestFinished(() => void vi.unstubAllGlobals());
	vi.stubGlobal('PublicKeyCredential', undefined);
	await open();
	await expect.element(button).toBeVisible();
	await expect.element(page.getByRole('button', { name: passkeysText.logIn })).not.toBeInTheDocument();
});
