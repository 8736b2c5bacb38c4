/// <reference lib="webworker" />
import { shareTargetPath } from '../../../contract/core/page-paths.ts';
import { cacheAsset, cachePicture, readAppShell, readAsset, readPicture } from './cached-files.ts';
import { getFetchStrategy, pageTimeout } from './fetch-strategy.ts';
import { storeSharedContent } from './shared-content.ts';

// The service worker has independent features: offline pages, the share target, push messages and clicks on notifications.

declare const self: ServiceWorkerGlobalScope;

// A new service worker takes over at once, because every version can serve the pages of every other version.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { method, url, mode, destination } = request;
	const strategy = getFetchStrategy(
		{ method, url, mode, destination, isRange: request.headers.has('range') },
		self.location.origin,
	);
	const waitUntil = (work: Promise<unknown>) => event.waitUntil(work.catch(() => {}));
	if (strategy === 'page') event.respondWith(respondWithPage(request));
	if (strategy === 'asset') event.respondWith(respondWithAsset(request, waitUntil));
	if (strategy === 'picture') event.respondWith(respondWithPicture(request, waitUntil));
	if (strategy === 'shared') event.respondWith(receiveSharedContent(request));
});

type WaitUntil = (work: Promise<unknown>) => void;

async function respondWithPage(request: Request): Promise<Response> {
	const response = fetch(request);
	const shell = await readAppShell().catch(() => undefined);
	if (!shell) return response;
	return new Promise((resolve) => {
		const openShell = () => resolve(shell);
		const timer = setTimeout(openShell, pageTimeout);
		response.then(resolve, openShell).finally(() => clearTimeout(timer));
	});
}

async function respondWithAsset(request: Request, waitUntil: WaitUntil): Promise<Response> {
	const cached = await readAsset(request).catch(() => undefined);
	if (cached) return cached;
	const response = await fetch(request);
	waitUntil(cacheAsset(request, response.clone()));
	return response;
}

async function respondWithPicture(request: Request, waitUntil: WaitUntil): Promise<Response> {
	try {
		const response = await fetch(request);
		waitUntil(cachePicture(request.url, response.clone()));
		return response;
	} catch (error) {
		const cached = await readPicture(request);
		if (!cached) throw error;
		return cached;
	}
}

async function receiveSharedContent(request: Request): Promise<Response> {
	try {
		await storeSharedContent(await request.formData(), Date.now());
	} catch {
		// If storing fails, the share target page shows that nothing has arrived.
	}
	return Response.redirect(shareTargetPath, 303);
}

interface PushMessage {
	notification?: { title?: string; body?: string; icon?: string };
	data?: { tag?: string; path?: string };
}

/** Parses a push message. Messages sent by Firebase have the same shape. */
function parsePushMessage(data: PushMessageData | null): PushMessage {
	try {
		return data?.json() ?? {};
	} catch {
		return {};
	}
}

async function showPushMessage(message: PushMessage): Promise<void> {
	const { notification } = message;
	if (!notification?.title) return;
	const { title, body, icon } = notification;
	// An open page shows the message, too. With the same tag, its notification replaces this one.
	const data = { ...message.data, tag: message.data?.tag || crypto.randomUUID() };
	const options = { body, icon, badge: icon, tag: data.tag, data } as NotificationOptions;
	// Every push shows a notification, because browsers revoke the permission otherwise. A notification replaces an older one with its tag.
	await self.registration.showNotification(title, options);
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	for (const page of pages) page.postMessage({ type: 'push', message: { notification, data } });
}

/** Returns a URL with the app's own origin, whatever path a push message contains. */
function toOwnUrl(path: string | undefined): string {
	const address = new URL(path ?? '/', self.location.origin);
	return address.origin === self.location.origin ? address.href : self.location.origin;
}

async function openPage(path: string | undefined): Promise<void> {
	const address = toOwnUrl(path);
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const page = pages.find(({ url }) => url === address) ?? pages[0];
	if (!page) {
		await self.clients.openWindow(address);
		return;
	}
	await page.focus();
	if (page.url !== address) page.postMessage({ type: 'open', path: address.slice(self.location.origin.length) });
}

self.addEventListener('push', (event) => event.waitUntil(showPushMessage(parsePushMessage(event.data))));

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(openPage((event.notification.data as PushMessage['data'])?.path));
});
