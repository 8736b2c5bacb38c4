/// <reference lib="webworker" />
import { shareTargetPath } from '../../../contract/page-paths.ts';
import { keepAsset, keepPicture, keptAsset, keptFrame, keptPicture } from './kept-copies.ts';
import { pagePatience, wayOf } from './rules.ts';
import { keepShared } from './shared-things.ts';

// Kept running by the browser beside the pages. Each part stands for itself: opening without a network, taking in what is shared, receiving
// push messages, and opening what they are about.

declare const self: ServiceWorkerGlobalScope;

// Any version of it serves the pages of any other: it takes over at once, and no page notices.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { method, url, mode, destination } = request;
	const way = wayOf({ method, url, mode, destination, partly: request.headers.has('range') }, self.location.origin);
	const after = (work: Promise<unknown>) => event.waitUntil(work.catch(() => {}));
	if (way === 'page') event.respondWith(page(request));
	if (way === 'asset') event.respondWith(asset(request, after));
	if (way === 'picture') event.respondWith(picture(request, after));
	if (way === 'shared') event.respondWith(takeShared(request));
});

type After = (work: Promise<unknown>) => void;

async function page(request: Request): Promise<Response> {
	const answer = fetch(request);
	const frame = await keptFrame().catch(() => undefined);
	if (!frame) return answer;
	return new Promise((resolve) => {
		const open = () => resolve(frame);
		const timer = setTimeout(open, pagePatience);
		answer.then(resolve, open).finally(() => clearTimeout(timer));
	});
}

async function asset(request: Request, after: After): Promise<Response> {
	const kept = await keptAsset(request).catch(() => undefined);
	if (kept) return kept;
	const answer = await fetch(request);
	after(keepAsset(request, answer.clone()));
	return answer;
}

async function picture(request: Request, after: After): Promise<Response> {
	try {
		const answer = await fetch(request);
		after(keepPicture(request.url, answer.clone()));
		return answer;
	} catch (error) {
		const kept = await keptPicture(request);
		if (!kept) throw error;
		return kept;
	}
}

async function takeShared(request: Request): Promise<Response> {
	try {
		await keepShared(await request.formData(), Date.now());
	} catch {
		// The page then says that nothing has arrived.
	}
	return Response.redirect(shareTargetPath, 303);
}

interface Message {
	notification?: { title?: string; body?: string; icon?: string };
	data?: { tag?: string; path?: string };
}

/** What a message says: ours, and Firebase's in the same shape. */
function read(data: PushMessageData | null): Message {
	try {
		return data?.json() ?? {};
	} catch {
		return {};
	}
}

async function receive(message: Message): Promise<void> {
	const { notification, data = {} } = message;
	if (!notification?.title) return;
	const { title, body, icon } = notification;
	const said = { body, icon, badge: icon, tag: data.tag, data } as NotificationOptions;
	// Always, for browsers take the permission back from who receives in silence; one tag is one notification.
	await self.registration.showNotification(title, said);
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	for (const page of pages) page.postMessage({ type: 'push', message });
}

/** Only within our own origin, whatever a message says. */
function addressOf(path: string | undefined): string {
	const address = new URL(path ?? '/', self.location.origin);
	return address.origin === self.location.origin ? address.href : self.location.origin;
}

async function open(path: string | undefined): Promise<void> {
	const address = addressOf(path);
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const page = pages.find(({ url }) => url === address) ?? pages[0];
	if (!page) {
		await self.clients.openWindow(address);
		return;
	}
	await page.focus();
	if (page.url !== address) page.postMessage({ type: 'open', path: address.slice(self.location.origin.length) });
}

self.addEventListener('push', (event) => event.waitUntil(receive(read(event.data))));

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(open((event.notification.data as Message['data'])?.path));
});
