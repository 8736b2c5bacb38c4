import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as messages from '../../../contract/core/messages.ts';
import { type NotificationSettings, notificationKinds } from '../../../contract/notifications/notifications.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as notificationSettingsText from '../../../text/web/notification-settings.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { fakePush } from '../../testing/push.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as settingsPage from './page.tsx';

const { kinds, channels } = notificationSettingsText;
const quietHours = page.getByRole('switch', { name: notificationSettingsText.quietHours });
const from = page.getByLabelText(notificationSettingsText.quietFrom);

function toggle(kind: keyof typeof kinds, channel: keyof typeof channels) {
	return page.getByRole('group', { name: kinds[kind], exact: true }).getByRole('switch', { name: channels[channel] });
}

const everything: NotificationSettings = {
	kinds: Object.fromEntries(
		notificationKinds.map((kind) => [kind, { inbox: true, push: true }]),
	) as NotificationSettings['kinds'],
	quiet_hours: null,
};

/** Merges a partial update into the notification settings, as the server does. */
function changed(
	settings: NotificationSettings,
	{ kinds = {}, quiet_hours }: Partial<{ kinds: object; quiet_hours: NotificationSettings['quiet_hours'] }>,
): NotificationSettings {
	const given = Object.entries(kinds).map(([kind, channels]) => [
		kind,
		{ ...settings.kinds[kind as keyof typeof settings.kinds], ...channels },
	]);
	return {
		kinds: { ...settings.kinds, ...Object.fromEntries(given) },
		quiet_hours: quiet_hours === undefined ? settings.quiet_hours : quiet_hours,
	};
}

async function open(handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({
		listDevices: () => ({ items: [] }),
		getNotificationSettings: () => everything,
		...handlers,
	});
	await renderRoute('/dashboard/notifications', settingsPage, { api });
	await expect.element(quietHours).toBeVisible();
	return api;
}

test('sends a test to the own account in one tap, and links to the pages that test push messages', async () => {
	const api = await open({
		getSendHandle: () => ({ fcm_token: 'a-handle' }),
		sendNotification: () => ({ message: messages.notificationSent }),
	});
	await page.getByRole('button', { name: notificationSettingsText.sendTest }).click();
	await expect.element(page.getByText(messages.notificationSent)).toBeVisible();
	expect(api.calls('getSendHandle').map(({ params }) => params)).toEqual([{ userId: '7' }]);
	expect(api.calls('sendNotification').map(({ body }) => body)).toEqual([{ fcm_token: 'a-handle' }]);
	const paths = page
		.getByRole('link')
		.elements()
		.map((link) => link.getAttribute('href'));
	expect(paths).toEqual(['/receivenotication', '/sendnotication', '/send']);
});

test('sets notifications by kind and channel, with quiet hours', async () => {
	let stored = everything;
	const handlers: Handlers = {
		getNotificationSettings: () => stored,
		updateNotificationSettings: ({ body }) => {
			stored = changed(stored, body as Parameters<typeof changed>[1]);
			return stored;
		},
	};
	await open(handlers);
	expect(await findViolations()).toEqual([]);
	await toggle('like', 'inbox').click();
	await quietHours.click();
	await from.fill('21:30');
	await page.getByRole('button', { name: commonText.save }).click();
	await expect.element(page.getByText(notificationSettingsText.quietHoursSaved)).toBeVisible();
	expect(stored).toEqual({
		kinds: { ...everything.kinds, like: { inbox: false, push: true } },
		quiet_hours: { from: '21:30', to: '07:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
	});

	await cleanup();
	await open(handlers);
	await expect.element(toggle('like', 'inbox')).not.toBeChecked();
	await expect.element(toggle('like', 'push')).toBeChecked();
	await expect.element(from).toHaveValue('21:30');
});

test('keeps a switch as tapped while the response to another is pending', async () => {
	let stored = everything;
	const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let requestCount = 0;
	const api = await open({
		updateNotificationSettings: async ({ body }) => {
			await responses[requestCount++]?.promise;
			stored = changed(stored, body as Parameters<typeof changed>[1]);
			return stored;
		},
	});
	await toggle('like', 'inbox').click();
	await toggle('follow', 'inbox').click();
	responses[0]?.resolve();
	await expect.poll(() => api.calls('updateNotificationSettings').length).toBe(2);
	await expect.element(toggle('like', 'inbox')).not.toBeChecked();
	await expect.element(toggle('follow', 'inbox')).not.toBeChecked();
	responses[1]?.resolve();
	await expect.poll(() => [stored.kinds.like.inbox, stored.kinds.follow.inbox]).toEqual([false, false]);
	await expect.element(toggle('like', 'inbox')).not.toBeChecked();
	await expect.element(toggle('follow', 'inbox')).not.toBeChecked();
});

test('reverts and reports a change that fails', async () => {
	await open({ updateNotificationSettings: throwNetworkError });
	await toggle('like', 'inbox').click();
	await expect.element(page.getByText(/^We couldn't save this\./)).toBeVisible();
	await expect.element(toggle('like', 'inbox')).toBeChecked();
});

test('adds this browser if messages are allowed, and removes it', async () => {
	fakePush('granted');
	const device = {
		id: 3,
		name: 'Chrome Android',
		current: true,
		created_at: '2026-11-01T09:00:00.000Z',
	};
	const api = await open({
		getPushKey: () => ({ public_key: 'key', firebase: null }),
		storeToken: () => ({ id: 3 }),
		removeDevice: () => undefined,
	});
	await expect.element(page.getByText(notificationSettingsText.noPushHere)).toBeVisible();
	api.handle({ listDevices: () => ({ items: [device, { ...device, id: 4, current: false }] }) });
	await page.getByRole('button', { name: notificationSettingsText.addThisBrowser }).click();
	await expect.element(page.getByText(notificationSettingsText.thisBrowser)).toBeVisible();
	await expect.element(page.getByText('Chrome on Android')).toBeVisible();
	api.handle({ listDevices: () => ({ items: [device] }) });
	await page
		.getByRole('listitem')
		.filter({ hasText: 'Chrome on Android' })
		.getByRole('button', { name: commonText.remove })
		.click();
	await expect.element(page.getByText('Chrome on Android')).not.toBeInTheDocument();
	expect(api.calls('removeDevice')[0]?.params).toEqual({ id: '4' });
});
