import type { Client } from '../../contract/core/client.ts';
import type { FirebaseWebConfig } from '../../contract/notifications/notifications.ts';
import { registeredDevice } from './registered-device.ts';

/** Permission for push messages. 'install' means that the site must first be added to the home screen, as iOS requires. */
export type Permission = NotificationPermission | 'install' | 'unsupported';

/** Returns the current push permission without asking the user. */
export function getPermission(): Permission {
	if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator)
		return Notification.permission;
	return isAppleTouchDevice() ? 'install' : 'unsupported';
}

/** Asks the user for the push permission. Browsers ignore the request unless it follows a tap. */
export function requestPermission(): Promise<Permission> {
	return Notification.requestPermission();
}

/** Returns a push token of this browser: a push subscription, or a registration token if the server uses Firebase. */
async function getPushToken(api: Client) {
	const registration = await navigator.serviceWorker.ready;
	const { public_key, firebase } = await api.getPushKey({});
	return firebase ? getFirebaseToken(firebase, registration) : subscribe(public_key, registration);
}

interface DeviceOwner {
	id: number;
	expires_at: string;
}

function getSessionName({ id, expires_at }: DeviceOwner): string {
	return `${id} ${expires_at}`;
}

export async function sendPushToken(api: Client, owner: DeviceOwner): Promise<void> {
	await api.storeToken({ body: { user_id: owner.id, fcm_token: await getPushToken(api) } });
	registeredDevice.set({ session: getSessionName(owner), endpoint: await getCurrentEndpoint() });
}

/** Returns the endpoint of this browser's push subscription; null if there is none. Firebase uses the same subscription. */
async function getCurrentEndpoint(): Promise<string | null> {
	const { pushManager } = await navigator.serviceWorker.ready;
	return (await pushManager.getSubscription())?.endpoint ?? null;
}

async function subscribe(publicKey: string, { pushManager }: ServiceWorkerRegistration) {
	const options = { userVisibleOnly: true, applicationServerKey: publicKey };
	const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
		// The call fails if the existing subscription has another server key. That subscription is replaced.
		const old = await pushManager.getSubscription();
		if (!old) throw error;
		await old.unsubscribe();
		return pushManager.subscribe(options);
	});
	const { endpoint = '', keys = {} } = subscription.toJSON();
	return { endpoint, keys };
}

async function getFirebaseToken({ vapidKey, ...app }: FirebaseWebConfig, registration: ServiceWorkerRegistration) {
	const [{ getApps, initializeApp }, { getMessaging, getToken }] = await Promise.all([
		import('@firebase/app'),
		import('@firebase/messaging'),
	]);
	const messaging = getMessaging(getApps()[0] ?? initializeApp(app));
	return getToken(messaging, { serviceWorkerRegistration: registration, ...(vapidKey && { vapidKey }) });
}

/** Detects iPhones and iPads. An iPad reports itself as a Mac, but Macs have no touch points. */
function isAppleTouchDevice(): boolean {
	return (
		/iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
	);
}

/**
 * Registers this browser for push messages if they are permitted. Registers once per session, so a device that the user has removed stays
 * removed. Registers again if the push subscription has changed. Never rejects.
 */
export async function ensureDeviceRegistered(api: Client, owner: DeviceOwner): Promise<void> {
	if (getPermission() !== 'granted') return;
	try {
		const registered = registeredDevice.get();
		if (registered?.session === getSessionName(owner) && registered.endpoint === (await getCurrentEndpoint())) return;
		await sendPushToken(api, owner);
	} catch {
		// The next page retries a failed registration. Registering twice is harmless, because the server deduplicates devices.
	}
}
