/** Push message that the service worker forwards to open pages. */
interface PushMessage {
	notification?: { title?: string; body?: string; icon?: string };
	data?: { tag?: string; path?: string };
}

interface Listeners {
	onPush?: (message: PushMessage) => void;
	onOpen?: (path: string) => void;
}

/** Subscribes to messages of the service worker. Returns a function to unsubscribe. */
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
 * Shows a push message that has a title as a notification. It replaces the service worker's notification, which has the same tag. Do not
 * call `getNotifications` in this function, because Chromium loses a notification that is being shown at that time.
 */
export async function showPushMessage({ notification, data }: PushMessage): Promise<void> {
	if (!notification?.title || Notification.permission !== 'granted') return;
	const registration = await navigator.serviceWorker.ready;
	const { title, body = '', icon = '' } = notification;
	await registration.showNotification(title, { body, icon, tag: data?.tag ?? '', data });
}
