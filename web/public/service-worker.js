// Kept running by the browser beside the pages. Each part stands for itself: receiving push messages, and opening what they are about.

/** What a message says: ours, and Firebase's in the same shape. */
function read(data) {
	try {
		return data?.json() ?? {};
	} catch {
		return {};
	}
}

async function receive(message) {
	const { notification, data = {} } = message;
	if (!notification?.title) return;
	const { title, body, icon } = notification;
	// Always, for browsers take the permission back from who receives in silence; one tag is one notification.
	await self.registration.showNotification(title, { body, icon, badge: icon, tag: data.tag, data });
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	for (const page of pages) page.postMessage({ type: 'push', message });
}

/** Only within our own origin, whatever a message says. */
function addressOf(path) {
	const address = new URL(path ?? '/', self.location.origin);
	return address.origin === self.location.origin ? address.href : self.location.origin;
}

async function open(path) {
	const address = addressOf(path);
	const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const page = pages.find(({ url }) => url === address) ?? pages[0];
	if (!page) return self.clients.openWindow(address);
	await page.focus();
	if (page.url !== address) page.postMessage({ type: 'open', path: address.slice(self.location.origin.length) });
}

self.addEventListener('push', (event) => event.waitUntil(receive(read(event.data))));

self.addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data?.path));
});
