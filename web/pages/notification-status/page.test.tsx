import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import { defaultBrand } from '../../../contract/market-settings/brand.ts';
import * as pushPermissionText from '../../../text/web/push-permission.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { fakePush } from '../../testing/push.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as statusPage from './page.tsx';

const turnOn = page.getByRole('button', { name: pushPermissionText.turnOn });
const message = { title: '# new comments', body: 'How much?', icon: '/icon-192.png' };

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		getPushKey: () => ({ public_key: 'key', firebase: null }),
		storeToken: () => ({ id: 7 }),
		...handlers,
	});
	await renderRoute('/receivenotication', statusPage, { api });
	return api;
}

test('registers a browser with permission at once', async () => {
	const { id } = logIn();
	fakePush('default');
	const api = await open();
	await expect.element(page.getByText(messages.notificationsDisabled)).toBeVisible();
	expect(api.calls('storeToken')).toEqual([]);
	await turnOn.click();
	await expect.element(page.getByText(messages.notificationsEnabled)).toBeVisible();
	await expect.poll(() => api.calls('storeToken').length).toBe(1);
	expect(api.calls('storeToken')[0]?.body).toEqual({
		user_id: id,
		fcm_token: { endpoint: 'https://push.example/1', keys: { auth: 'auth', p256dh: 'key' } },
	});
	await expect.poll(() => localStorage.getItem('push-device')).toContain('https://push.example/1');
});

test('explains a denied permission without registering the browser', async () => {
	logIn();
	const push = fakePush('default');
	push.permissionResponse = 'denied';
	const api = await open();
	await turnOn.click();
	await expect.element(page.getByText(pushPermissionText.titles(defaultBrand.name).denied)).toBeVisible();
	await expect.element(page.getByText(messages.notificationsDisabled)).toBeVisible();
	expect(api.calls('storeToken')).toEqual([]);
});

test('only logs a token that fails to be sent', async () => {
	const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
	logIn();
	fakePush('default');
	await open({ getPushKey: throwNetworkError });
	await turnOn.click();
	await expect.element(page.getByText(messages.notificationsEnabled)).toBeVisible();
	await expect.poll(() => warned.mock.calls.length).toBe(1);
});

test('shows a message on an open page through the registration, with its tag', async () => {
	const push = fakePush('granted');
	await open();
	await expect.element(page.getByText(messages.notificationsEnabled)).toBeVisible();
	push.deliver({ notification: message, data: { tag: 'comment' } });
	push.deliver({ data: { tag: 'nothing to show' } });
	const { title, ...options } = message;
	await expect
		.poll(() => push.shown)
		.toEqual([{ title, options: { ...options, tag: 'comment', data: { tag: 'comment' } } }]);
});
