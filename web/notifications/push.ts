import type { Client } from '../../contract/client.ts';
import type { FirebaseApp } from '../../contract/notifications.ts';
import { registeredDevice } from './registered-device.ts';

/** 'install': an iPhone or iPad receives messages only for what was added to its home screen. */
export type Permission = NotificationPermission | 'install' | 'unsupported';

/** Whether this browser may show messages, as far as is known without asking. */
export function getPermission(): Permission {
	if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator)
		return Notification.permission;
	return isAppleTouchDevice() ? 'install' : 'unsupported';
}

/** Asks for it. Browsers refuse where it does not follow from a tap. */
export function requestPermission(): Promise<Permission> {
	return Notification.requestPermission();
}

/** A push token of this browser: a subscription, or a registration where the server sends through Firebase. */
async function getPushToken(api: Client) {
	const registration = await navigator.serviceWorker.ready;
	const { public_key, firebase } = await api.getPushKey({});
	return firebase ? getFirebaseToken(firebase, registration) : subscribe(public_key, registration);
}

/** Whoever is logged in here. */
interface DeviceOwner {
	id: number;
	expires_at: string;
}

function getSessionName({ id, expires_at }: DeviceOwner): string {
	return `${id} ${expires_at}`;
}

/** Gets a push token of this browser and has it kept for the account. */
export async function sendPushToken(api: Client, owner: DeviceOwner): Promise<void> {
	await api.storeToken({ body: { user_id: owner.id, fcm_token: await getPushToken(api) } });
	registeredDevice.set({ session: getSessionName(owner), endpoint: await getCurrentEndpoint() });
}

/** Where push services reach this browser, through Firebase too; null where it is not subscribed. */
async function getCurrentEndpoint(): Promise<string | null> {
	const { pushManager } = await navigator.serviceWorker.ready;
	return (await pushManager.getSubscription())?.endpoint ?? null;
}

async function subscribe(publicKey: string, { pushManager }: ServiceWorkerRegistration) {
	const options = { userVisibleOnly: true, applicationServerKey: publicKey };
	const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
		// It was made with another key, as after a move to another server.
		const old = await pushManager.getSubscription();
		if (!old) throw error;
		await old.unsubscribe();
		return pushManager.subscribe(options);
	});
	const { endpoint = '', keys = {} } = subscription.toJSON();
	return { endpoint, keys };
}

async function getFirebaseToken({ vapidKey, ...app }: FirebaseApp, registration: ServiceWorkerRegistration) {
	const [{ getApps, initializeApp }, { getMessaging, getToken }] = await Promise.all([
		import('@firebase/app'),
		import('@firebase/messaging'),
	]);
	const messaging = getMessaging(getApps()[0] ?? initializeApp(app));
	return getToken(messaging, { serviceWorkerRegistration: registration, ...(vapidKey && { vapidKey }) });
}

/** iPads call themselves Macs, but those have no touch screens. */
function isAppleTouchDevice(): boolean {
	return (
		/iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
	);
}

/**
 * Whoever logs in where messages are allowed gets theirs here: sent once for each session, so that a browser taken out stays out, and again
 * where the browser has changed or lost its subscription since.
 */
export async function ensureDeviceRegistered(api: Client, owner: DeviceOwner): Promise<void> {
	if (getPermission() !== 'granted') return;
	try {
		const registered = registeredDevice.get();
		if (registered?.session === getSessionName(owner) && registered.endpoint === (await getCurrentEndpoint())) return;
		await sendPushToken(api, owner);
	} catch {
		// Where it cannot be sent it is tried again with the next page; sent twice it is the same device.
	}
}
