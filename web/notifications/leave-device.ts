import { sentDevice } from './sent-device.ts';

/**
 * For a log-out: ends push messages to this browser, also where the server cannot be told, and takes away those that are shown.
 * Firebase's registration stands on the same subscription. Never rejects.
 */
export async function leaveDevice(): Promise<void> {
	sentDevice.remove();
	try {
		const registration = await navigator.serviceWorker?.getRegistration();
		for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
		await (await registration?.pushManager?.getSubscription())?.unsubscribe();
	} catch {
		// The server still ends it together with the session.
	}
}
