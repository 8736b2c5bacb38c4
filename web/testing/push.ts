import { vi } from 'vitest';

export interface FakePush {
	permissionResponse: NotificationPermission;
	/** Delivers a message to the open page, as the service worker does. */
	deliver: (message: object) => void;
	/** Notifications shown so far, oldest first. */
	shown: { title: string; options: NotificationOptions | undefined }[];
}

/** Fakes push and a service worker until the end of the test. `permission` is the initial permission for notifications. */
export function fakePush(permission: NotificationPermission, endpoint = 'https://push.example/1'): FakePush {
	const shown: FakePush['shown'] = [];
	let current = permission;
	let subscribed = false;
	const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { auth: 'auth', p256dh: 'key' } }) };
	const registration = {
		pushManager: {
			getSubscription: async () => (subscribed ? subscription : null),
			async subscribe() {
				subscribed = true;
				return subscription;
			},
		},
		async showNotification(title: string, options?: NotificationOptions) {
			shown.push({ title, options });
		},
	};
	const worker = Object.assign(new EventTarget(), { ready: Promise.resolve(registration), startMessages: () => {} });
	const push: FakePush = {
		permissionResponse: 'granted',
		deliver: (message) => void worker.dispatchEvent(new MessageEvent('message', { data: { type: 'push', message } })),
		shown,
	};
	vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(worker as unknown as ServiceWorkerContainer);
	vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => current);
	vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
		current = push.permissionResponse;
		return current;
	});
	return push;
}
