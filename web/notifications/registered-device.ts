import { createStoredValue } from '../platform/stored-value.ts';

interface RegisteredDevice {
	session: string;
	/** The subscription's endpoint; null if the browser has none. */
	endpoint: string | null;
}

export const registeredDevice = createStoredValue<RegisteredDevice>('push-device', (value) => {
	const { session, endpoint } = (value ?? {}) as Partial<Record<keyof RegisteredDevice, unknown>>;
	const isValid = typeof session === 'string' && (typeof endpoint === 'string' || endpoint === null);
	return isValid ? { session, endpoint } : null;
});

/**
 * Unsubscribes this browser from push messages at logout, also offline, and closes visible notifications. Firebase uses the same
 * subscription, so this ends it too. Never rejects.
 */
export async function unregisterDevice(): Promise<void> {
	registeredDevice.remove();
	try {
		const registration = await navigator.serviceWorker?.getRegistration();
		for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
		await (await registration?.pushManager?.getSubscription())?.unsubscribe();
	} catch {
		// The server ends the registration together with the session.
	}
}
