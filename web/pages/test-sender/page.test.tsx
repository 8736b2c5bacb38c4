import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as pushTestText from '../../../text/shared/push-test.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as testSenderPage from './page.tsx';

const input = page.getByPlaceholder(pushTestText.userIdPlaceholder);
const send = page.getByRole('button', { name: pushTestText.submit });
const toast = (words: string | RegExp) =>
	page
		.getByRole('region', { name: /^Notifications/ })
		.getByRole('listitem')
		.filter({ hasText: words });

async function open(handlers: Handlers = {}) {
	const { id } = logIn();
	const api = fakeApi(handlers);
	await renderRoute('/sendnotication', testSenderPage, { api });
	await expect.element(input).toHaveValue(String(id));
	return api;
}

test("sends a test message to the account's own handle", async () => {
	const api = await open({
		getSendHandle: () => ({ fcm_token: 'a-handle' }),
		sendNotification: () => ({ message: messages.notificationSent }),
	});
	await send.click();
	await expect.element(toast(messages.notificationSent)).toBeVisible();
	expect(api.calls('getSendHandle')[0]?.params).toEqual({ userId: '7' });
	expect(api.calls('sendNotification').map(({ body }) => body)).toEqual([{ fcm_token: 'a-handle' }]);
});

test('tells an account without a push device', async () => {
	const api = await open({ getSendHandle: () => ({ fcm_token: null }) });
	await send.click();
	await expect.element(toast(messages.notificationNoToken)).toBeVisible();
	expect(api.calls('sendNotification')).toEqual([]);
});

test('requires a user id', async () => {
	const api = await open();
	await input.fill('');
	await expect.element(send).toBeDisabled();
	await input.fill(' ');
	await send.click();
	await expect.element(toast(messages.notificationUserIdMissing)).toBeVisible();
	await expect
		.element(page.getByRole('paragraph').filter({ hasText: messages.notificationUserIdMissing }))
		.toBeVisible();
	expect(api.calls('getSendHandle')).toEqual([]);
});

test("shows the server's error", async () => {
	await open({
		getSendHandle: () => makeProblemResponse(403, { code: 'forbidden', message: 'That is not your account.' }),
	});
	await input.fill('8');
	await send.click();
	await expect.element(toast(/^Error: /)).toBeVisible();
});
