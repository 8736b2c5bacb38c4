import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as pushTestText from '../../../text/shared/push-test.ts';
import * as pushPermissionText from '../../../text/web/push-permission.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { fakePush } from '../../testing/push.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as sendTokenPage from './page.tsx';

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		getPushKey: () => ({ public_key: 'key', firebase: null }),
		storeToken: () => ({ id: 7 }),
		...handlers,
	});
	await renderRoute('/send', sendTokenPage, { api });
	await expect.element(page.getByRole('heading', { name: messages.notificationTokenHeading })).toBeVisible();
	return api;
}

test('explains the page to a visitor without a request', async () => {
	fakePush('granted');
	const api = await open();
	await expect.element(page.getByText(pushTestText.tokenLead)).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: commonText.logIn }))
		.toHaveAttribute('href', '/Login?next=%2Fsend');
	expect(api.calls('storeToken')).toEqual([]);
});

test('sends the token if messages are allowed', async () => {
	logIn();
	fakePush('granted');
	const api = await open();
	await expect.element(page.getByText(pushTestText.tokenSent)).toBeVisible();
	expect(api.calls('storeToken')).toHaveLength(1);
});

test('sends the token once messages are allowed', async () => {
	logIn();
	fakePush('default');
	const api = await open();
	await page.getByRole('button', { name: pushPermissionText.turnOn }).click();
	await expect.element(page.getByText(pushTestText.tokenSent)).toBeVisible();
	expect(api.calls('storeToken')).toHaveLength(1);
});

test('only logs a token that fails to be sent', async () => {
	const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
	logIn();
	fakePush('granted');
	await open({ storeToken: throwNetworkError });
	await expect.poll(() => warned.mock.calls.length).toBe(1);
	await expect.element(page.getByText(pushTestText.tokenSent)).not.toBeInTheDocument();
});
