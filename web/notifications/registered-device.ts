import { createStoredValue } from '../platform/stored-value.ts';

interface RegisteredDevice {
	session: string;
	/** Endpoint of the push subscription; null if the browser has none. */
	endpoint: string | null;
}

export const registeredDevice = createStoredValue<RegisteredDevice>('push-device', (value) => {
	const { session, endpoint } = (value ?? {}) as Partial<Record<keyof RegisteredDevice, unknown>>;
	const isValid = typeof session === 'string' && (typeof endpoint === 'string' || endpoint === null);
	return isValid ? { session, endpoint } : null;
});

/** Ends this browser's push subscription (also Firebase's) at logout, even offline, and closes notifications. Never rejects. */
export async function unregisterDevice(): Promise<void> {
	registeredDevice.remove();
	try {
		const registration = await navigator.serviceWorker?.getRegistration();
		for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
		await (await registration?.pushManager?.getSubscription())?.unsubscribe();
	} catch {
		// A failure is harmless, because the server ends the registration together with the session.
	}
}
