/** A push message as the service worker hands it on to open pages. */
interface PushMessage {
	notification?: { title?: string; body?: string; icon?: string };
	data?: { tag?: string; path?: string };
}

interface Listeners {
	/** A message has come while the page is open. */
	onPush?: (message: PushMessage) => void;
	/** Somebody has tapped a notification about this path. */
	onOpen?: (path: string) => void;
}

/** Listens until the function it returns is called. */
export function onWorkerMessage({ onPush, onOpen }: Listeners): () => void {
	const { serviceWorker } = navigator;
	if (!serviceWorker) return () => {};
	function receive({ data }: MessageEvent<{ type?: string; message?: PushMessage; path?: string } | null>) {
		if (data?.type === 'push' && data.message) onPush?.(data.message);
		if (data?.type === 'open' && data.path) onOpen?.(data.path);
	}
	serviceWorker.addEventListener('message', receive);
	serviceWorker.startMessages();
	return () => serviceWorker.removeEventListener('message', receive);
}

/**
 * Shows a message that has a title, through the worker's registration. One tag is one notification: it takes the place of the worker's own.
 * What is shown already is not asked for, for Chromium forgets a notification where that is asked just while it is being shown.
 */
export async function showPushMessage({ notification, data }: PushMessage): Promise<void> {
	if (!notification?.title || Notification.permission !== 'granted') return;
	const registration = await navigator.serviceWorker.ready;
	const { title, body = '', icon = '' } = notification;
	await registration.showNotification(title, { body, icon, tag: data?.tag ?? '', data });
}
