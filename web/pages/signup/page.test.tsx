import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as googleText from '../../../text/web/google.ts';
import * as signUpText from '../../../text/web/sign-up.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeSession, readSession, stubFacebookBrowser } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as signUpPage from './page.tsx';

const name = page.getByLabelText(signUpText.name);
const userName = page.getByLabelText(commonText.userName);
const email = page.getByLabelText(commonText.email);
const password = page.getByLabelText(commonText.password);
const button = page.getByRole('button', { name: signUpText.submit });

async function open(handlers: Handlers = {}, url = '/signup') {
	const api = fakeApi({
		getGoogleAddress: () => ({ url: null }),
		suggestUserName: () => ({ user_name: 'ada_obi' }),
		...handlers,
	});
	return { api, ...(await renderRoute('/signup', signUpPage, { api, url })) };
}

async function submit() {
	await name.fill('Ada Obi');
	await email.fill('ada@example.com');
	await password.fill('blue kettle on sunday');
	await button.click();
}

test('stores the session and navigates to the requested page', async () => {
	const { api, address } = await open({ signUp: () => makeSession() }, '/signup?next=%2Fwishlist');
	await submit();
	await expect.element(page.getByText(messages.loggedIn)).toBeVisible();
	await expect.poll(address).toBe('/wishlist');
	expect(readSession()).toEqual(makeSession());
	const [sent] = api.calls('signUp');
	expect(sent?.body).toEqual({
		display_name: 'Ada Obi',
		user_name: 'ada_obi',
		email: 'ada@example.com',
		password: 'blue kettle on sunday',
		device_key: expect.stringMatching(/^[0-9a-f]{32}$/),
	});
	expect(localStorage.getItem('user-details')).not.toContain('blue kettle');
});

test('shows invalid input next to the field', async () => {
	const { api } = await open();
	await button.click();
	await expect.element(name).toHaveFocus();
	await expect.element(name).toHaveAccessibleDescription(new RegExp(signUpText.nameMissing));
	await expect.element(userName).toHaveAttribute('aria-invalid', 'true');
	expect(userName.element().getAttribute('aria-describedby')).toContain('-error');
	await name.fill('Ada');
	await userName.fill('Good_Name');
	await email.fill('not an address');
	await button.click();
	await expect.element(email).toHaveAccessibleDescription(messages.emailInvalid);
	await expect.element(userName).toHaveAttribute('aria-invalid', 'false');
	await expect.element(password).toHaveAttribute('aria-invalid', 'true');
	await password.fill('12345678');
	await email.fill('good@example.com');
	await page.getByRole('button', { name: controlsText.showPassword }).click();
	await expect.element(password).toHaveAttribute('type', 'text');
	expect(api.calls('signUp')).toEqual([]);
});

test('shows a field error of the server next to the field', async () => {
	await open({
		signUp: () =>
			makeProblemResponse(409, {
				code: 'conflict',
				message: 'Taken',
				fields: { user_name: accountsApiText.userNameTaken },
			}),
	});
	await submit();
	await expect.element(page.getByText(accountsApiText.userNameTaken)).toBeVisible();
	await expect.element(userName).toHaveFocus();
	expect(readSession()).toBeNull();
});

test('suggests a free user name with its link while the name is typed', async () => {
	const { api } = await open({ suggestUserName: () => ({ user_name: 'bisi_fabrics_2' }) });
	await name.fill('Bisi Fabrics');
	await expect.element(userName).toHaveValue('bisi_fabrics_2');
	await expect.element(userName).toHaveAccessibleDescription(/\/profile\/user\/bisi_fabrics_2/);
	expect(api.calls('suggestUserName').map(({ query }) => query)).toEqual([{ name: 'Bisi Fabrics' }]);
	expect(await findViolations()).toEqual([]);
});

test('derives the user name itself if the server suggests none', async () => {
	const { api } = await open({
		suggestUserName: () => makeProblemResponse(429, { code: 'too_many', message: 'Wait' }),
	});
	await name.fill('Ìyá Ọlọ́sà');
	await expect.poll(() => api.calls('suggestUserName')).toHaveLength(1);
	await expect.element(userName).toHaveValue('iya_olosa');
});

test('keeps a user name that the user typed, until it is deleted', async () => {
	const { api } = await open({ suggestUserName: ({ query }) => ({ user_name: `${query.name?.toLowerCase()}_2` }) });
	await userName.fill('my_choice');
	await name.fill('Bisi');
	await email.fill('bisi@example.com');
	await expect.element(userName).toHaveValue('my_choice');
	expect(api.calls('suggestUserName')).toEqual([]);
	await userName.fill('');
	await expect.element(userName).toHaveValue('bisi_2');
});

test('redirects a logged-in user', async () => {
	logIn();
	const { address } = await open();
	await expect.poll(address).toBe('/dashboard');
});

test('passes the requested page on to the login', async () => {
	const { address } = await open({}, '/signup?next=%2Fwishlist');
	await page.getByRole('link', { name: 'Log in' }).click();
	await expect.poll(address).toBe('/Login?next=%2Fwishlist');
});

test('opens the rules in a new tab', async () => {
	await open();
	for (const [name, target] of [
		['terms and conditions', '/termsAndCondition'],
		['privacy page', '/privacy'],
	] as const) {
		const link = page.getByRole('link', { name });
		await expect.element(link).toHaveAttribute('href', target);
		await expect.element(link).toHaveAttribute('target', '_blank');
	}
});

test('explains in the browser of another app why Google does not work there', async () => {
	stubFacebookBrowser();
	await open({ getGoogleAddress: () => ({ url: 'https://kasuwa.example/google' }) });
	await expect.element(page.getByText(googleText.inAppHint('Facebook'))).toBeVisible();
	await expect.element(page.getByRole('link', { name: googleText.continueWith })).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
});
