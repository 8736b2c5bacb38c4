import { createStoredValue } from '../platform/stored-value.ts';

/** Whose messages this browser was last announced for, and at which subscription. */
interface RegisteredDevice {
	/** The session in which it was. */
	session: string;
	/** Null where the browser does not tell. */
	endpoint: string | null;
}

export const registeredDevice = createStoredValue<RegisteredDevice>('push-device', (value) => {
	const { session, endpoint } = (value ?? {}) as Partial<Record<keyof RegisteredDevice, unknown>>;
	const known = typeof session === 'string' && (typeof endpoint === 'string' || endpoint === null);
	return known ? { session, endpoint } : null;
});

/**
 * For a log-out: ends push messages to this browser, also where the server cannot be told, and takes away those that are shown.
 * Firebase's registration stands on the same subscription. Never rejects.
 */
export async function unregisterDevice(): Promise<void> {
	registeredDevice.remove();
	try {
		const registration = await navigator.serviceWorker?.getRegistration();
		for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
		await (await registration?.pushManager?.getSubscription())?.unsubscribe();
	} catch {
		// The server still ends it together with the session.
	}
}
