import { once } from 'node:events';
import type { BrowserContext, Page } from '@playwright/test';
import * as messages from '../contract/core/messages.ts';
import * as pushTestText from '../text/shared/push-test.ts';
import { fullChromiumLaunchOptions } from './support/chromium.ts';
import { eventually, expectHeading, expectToast } from './support/expect.ts';
import type { MarketFixture } from './support/market-fixture.ts';
import { createApiClientForPage, createOtherUser, logOut, signUp } from './support/people.ts';
import { waitUntilSettled } from './support/settle.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use({
	...makeConfigurationFixture({ fakeServers: ['firebase'] }),
	serviceWorkers: 'allow',
	launchOptions: fullChromiumLaunchOptions,
});

/** Fakes Firebase's servers, which register `token`, and the browser's push subscriptions. Tests cannot reach the real servers. */
async function registerWith(market: MarketFixture, context: BrowserContext, token: string) {
	market.allowErrors(/googleapis\.com/);
	const toResponse = (json: object) => ({ json, headers: { 'access-control-allow-origin': '*' } });
	const authToken = { token: 'a.b.c', expiresIn: '604800s' };
	await context.route('https://firebaseinstallations.googleapis.com/**', (route) =>
		route.fulfill(toResponse({ name: 'x', fid: 'fid', refreshToken: 'refresh', authToken })),
	);
	await context.route('https://fcmregistrations.googleapis.com/**', (route) => route.fulfill(toResponse({ token })));
	await context.addInitScript(() => {
		// A test creates a push subscription by storing its endpoint in `localStorage`.
		PushManager.prototype.getSubscription = async () => {
			const endpoint = localStorage.getItem('test-endpoint');
			const unsubscribe = async () => {
				localStorage.removeItem('test-endpoint');
				return true;
			};
			return (endpoint && { endpoint, getKey: () => new Uint8Array(16).buffer, unsubscribe }) as never;
		};
		PushManager.prototype.subscribe = async () =>
			({ endpoint: 'https://push.example/1', getKey: () => new Uint8Array(16).buffer }) as never;
	});
}

/**
 * Delivers a push message to the service worker and waits until the worker has shown the notification. Chromium loses a notification if
 * `getNotifications` runs while the notification is being shown.
 */
async function deliver(market: MarketFixture, page: Page, message: object) {
	const received = await page.evaluateHandle(() => {
		const { promise, resolve } = Promise.withResolvers<void>();
		navigator.serviceWorker.addEventListener('message', ({ data }) => data?.type === 'push' && resolve());
		return { promise };
	});
	const session = await page.context().newCDPSession(page);
	const registered = once(session as never, 'ServiceWorker.workerRegistrationUpdated');
	await session.send('ServiceWorker.enable');
	const [{ registrations }] = (await registered) as [{ registrations: { registrationId: string }[] }];
	const registrationId = registrations[0]?.registrationId ?? '';
	const data = JSON.stringify(message);
	await session.send('ServiceWorker.deliverPushMessage', { origin: market.address, registrationId, data });
	await received.evaluate(({ promise }) => promise);
}

const getNotifications = (page: Page) =>
	page.evaluate(async () => {
		const registration = await navigator.serviceWorker.ready;
		const notifications = await registration.getNotifications();
		return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
	});

const userId = (page: Page) => page.evaluate(() => Number(JSON.parse(localStorage.getItem('user-details') ?? '{}').id));

test('shows the push status on three pages and sends a test notification', async ({ market, firebase }) => {
	const page = await market.newPhonePage();
	await page.goto('/receivenotication');
	await page.getByText(messages.notificationsDisabled).waitFor();
	await page.goto('/send');
	await expectHeading(page, 'Sending Notification Token');
	await page.getByText(pushTestText.tokenLead).waitFor();

	await signUp(page, '/sendnotication');
	const input = page.getByPlaceholder(pushTestText.userIdPlaceholder);
	const send = page.getByRole('button', { name: pushTestText.submit });
	const own = await userId(page);
	await eventually(() => input.inputValue()).toBe(String(own));
	await send.click();
	await expectToast(page, messages.notificationNoToken);

	const token = firebase.register();
	await registerWith(market, page.context(), token);
	await page.context().grantPermissions(['notifications'], { origin: market.address });
	await page.goto('/receivenotication');
	await page.getByText(messages.notificationsEnabled).waitFor();
	// While a page is open, it replaces the service worker's notification with its own. The test waits for the page's notification.
	await page.evaluate(() => {
		const own = ServiceWorkerRegistration.prototype;
		const show = own.showNotification;
		own.showNotification = async function (title, options) {
			await show.call(this, title, options);
			document.documentElement.dataset.shown = title;
		};
	});
	const message = { title: 'New comment', body: 'How much?' };
	await deliver(market, page, { notification: { ...message, icon: '/icon-192.png' }, data: { tag: 'comment' } });
	await page.locator('html[data-shown="New comment"]').waitFor();
	expect(await getNotifications(page)).toEqual([{ ...message, tag: 'comment' }]);
	// A message without a tag is one notification, too, and replaces no other.
	await deliver(market, page, { notification: { title: 'Site news', body: 'We close early.' } });
	await page.locator('html[data-shown="Site news"]').waitFor();
	await deliver(market, page, { notification: { title: 'More news', body: 'We open late.' } });
	await page.locator('html[data-shown="More news"]').waitFor();
	const titles = (await getNotifications(page)).map(({ title }) => title);
	expect(titles.sort()).toEqual(['More news', 'New comment', 'Site news']);
	await page.goto('/send');
	await page.getByText(pushTestText.tokenSent).waitFor();
	await page.goto('/sendnotication');
	await eventually(() => input.inputValue()).toBe(String(own));
	await send.click();
	await expectToast(page, messages.notificationSent);
	expect(firebase.delivered(token)).toHaveLength(1);
});

test('announces a comment in an open tab and by push, follows a changed subscription and stops at logout', async ({
	market,
	firebase,
}) => {
	const page = await market.newPhonePage();
	const token = firebase.register();
	await registerWith(market, page.context(), token);
	await page.context().grantPermissions(['notifications'], { origin: market.address });
	let registrations = 0;
	page.on('request', (request) => {
		if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/store-token') registrations += 1;
	});
	const setEndpoint = (endpoint: string) =>
		page.evaluate((endpoint) => localStorage.setItem('test-endpoint', endpoint), endpoint);
	await signUp(page, '/mypromotweet');
	await page.getByLabel('Your tweet').fill('New lamps today');
	await page.getByRole('button', { name: 'Post tweet' }).click();
	await expectToast(page, 'Tweet posted');
	await page.getByRole('link', { name: 'Notifications' }).first().waitFor();
	const own = await createApiClientForPage(page);
	await eventually(async () => (await own.listDevices()).items.length).toBe(1);

	await test.step('announces a comment', async () => {
		const customer = await createOtherUser(market.address);
		const { items } = await customer.client.listPosts({ query: { kind: 'tweet' } });
		const id = String(items.find(({ text }) => text === 'New lamps today')?.id);
		await eventually(async () => (await customer.client.getPost({ params: { id } })).text).toBe('New lamps today');
		const pushMessage = firebase.nextMessage(token);
		await customer.client.createComment({ params: { target: 'posts', id }, body: { text: 'How much?' } });
		await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();

		const { notification, data, webpush } = await pushMessage;
		const noticeText = `${customer.userName} commented on “New lamps today”`;
		expect(notification).toEqual({ title: 'New comment', body: noticeText });
		await deliver(market, page, { notification: { ...notification, icon: '/icon-192.png' }, data, webpush });
		expect(await getNotifications(page)).toEqual([
			{ title: 'New comment', body: noticeText, tag: `comment posts ${id}` },
		]);

		await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
		await expectHeading(page, 'Notifications');
		await page.getByText(noticeText).waitFor();
		await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
		await page.getByText(noticeText).click();
		await page.waitForURL(`/mypromotweet/${id}`);
	});

	await test.step('registers a changed subscription again, and stops push messages at logout', async () => {
		await eventually(() => page.evaluate(() => localStorage.getItem('push-device'))).toContain('"endpoint":null');
		const before = registrations;
		await page.reload();
		await page.getByRole('link', { name: 'Notifications' }).first().waitFor();
		await waitUntilSettled(page);
		expect(registrations).toBe(before);
		await setEndpoint('https://push.example/2');
		await page.reload();
		await eventually(() => page.evaluate(() => localStorage.getItem('push-device'))).toContain('push.example/2');
		expect(registrations).toBeGreaterThan(before);

		await deliver(market, page, {
			notification: { title: 'New comment', body: 'How much?' },
			data: { tag: 'comment' },
		});
		expect(await getNotifications(page)).toContainEqual({ title: 'New comment', body: 'How much?', tag: 'comment' });
		await logOut(page);
		await eventually(() => page.evaluate(() => localStorage.getItem('test-endpoint'))).toBeNull();
		await eventually(() => getNotifications(page)).toEqual([]);
	});
});
