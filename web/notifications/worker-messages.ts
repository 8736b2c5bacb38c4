/** A push message that the service worker forwards to open pages. */
interface PushMessage {
	notification?: { title?: string; body?: string; icon?: string };
	data?: { tag?: string; path?: string };
}

interface Listeners {
	onPush?: (message: PushMessage) => void;
	onOpen?: (path: string) => void;
}

/** Subscribes to the service worker. Returns a function to unsubscribe. */
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
 * Shows a message that has a title as a notification. The same tag replaces the notification of the worker. Do not call
 * `getNotifications` here: Chromium loses a notification if it is called while that is being shown.
 */
export async function showPushMessage({ notification, data }: PushMessage): Promise<void> {
	if (!notification?.title || Notification.permission !== 'granted') return;
	const registration = await navigator.serviceWorker.ready;
	const { title, body = '', icon = '' } = notification;
	await registration.showNotification(title, { body, icon, tag: data?.tag ?? '', data });
}
