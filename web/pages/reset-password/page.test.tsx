import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { logIn, readSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as resetPasswordPage from './page.tsx';

const password = page.getByLabelText(passwordsText.newPassword);
const button = page.getByRole('button', { name: commonText.changePassword });

async function open(handlers: Handlers = {}, url = '/reset-password?token=from-the-mail') {
	const api = fakeApi(handlers);
	const [path = ''] = url.split('?');
	return { api, ...(await renderRoute(path, resetPasswordPage, { api, url })) };
}

test("changes the password, ends this device's session, and links to the login", async () => {
	logIn();
	const { api, address } = await open({ resetPassword: () => undefined });
	await password.fill('green kettle on monday');
	await button.click();
	await expect.element(page.getByRole('heading', { level: 1, name: passwordsText.resetTitle })).toBeVisible();
	expect(api.calls('resetPassword')).toMatchObject([
		{ body: { token: 'from-the-mail', password: 'green kettle on monday' } },
	]);
	expect(readSession()).toBeNull();
	await page.getByRole('link', { name: commonText.logIn }).click();
	await expect.poll(address).toBe('/Login');
});

test('shows next to the field why the password is rejected', async () => {
	await open({
		resetPassword: () =>
			makeProblemResponse(422, {
				code: 'invalid',
				message: 'No',
				fields: { password: accountsApiText.passwordTooCommon },
			}),
	});
	await password.fill('password123');
	await button.click();
	await expect.element(page.getByText(accountsApiText.passwordTooCommon)).toBeVisible();
	await expect.element(password).toHaveFocus();
});

test('reports an expired link, and links to a new one', async () => {
	const { address } = await open({
		resetPassword: () => makeProblemResponse(422, { code: 'invalid', message: accountsApiText.linkOver }),
	});
	await password.fill('yet another kettle');
	await button.click();
	await expect.element(page.getByRole('alert').getByText(accountsApiText.linkOver)).toBeVisible();
	await page.getByRole('link', { name: passwordsText.requestNewLink }).click();
	await expect.poll(address).toBe('/forgot-password');
});

test('restores the former email address together with a new password', async () => {
	const { api } = await open({ resetPassword: () => undefined }, '/undo-email?token=from-the-mail');
	await expect.element(page.getByRole('heading', { level: 1, name: passwordsText.undoEmail })).toBeVisible();
	await expect.element(page.getByRole('link', { name: passwordsText.requestNewLink })).not.toBeInTheDocument();
	await password.fill('green kettle on monday');
	await page.getByRole('button', { name: passwordsText.putEmailBack }).click();
	await expect.element(page.getByRole('heading', { level: 1, name: passwordsText.emailBackTitle })).toBeVisible();
	expect(api.calls('resetPassword')).toMatchObject([{ body: { token: 'from-the-mail' } }]);
});

test('renders no form without a token', async () => {
	await open({}, '/reset-password');
	await expect.element(page.getByText(passwordsText.linkIncomplete)).toBeVisible();
	await expect.element(password).not.toBeInTheDocument();
});
