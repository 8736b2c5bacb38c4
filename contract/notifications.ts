import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, time } from './fields.ts';

/** What a browser handed over: a Web Push subscription, or a registration token of Firebase. */
const token = z.union([
	z.string().max(1000),
	z.looseObject({ endpoint: z.string().max(1000), keys: z.record(z.string().max(20), z.string().max(200)) }),
]);

export const storeToken = endpoint(addresses.storeToken, {
	summary: 'Keep a push token of this browser for the own account (call 7)',
	body: z.strictObject({ user_id: id, fcm_token: token }),
	answers: { 200: z.strictObject({ id }) },
});

export const getSendHandle = endpoint(addresses.getSendHandle, {
	summary:
		'Look up an account for a test notification: a sealed handle for all its devices, good once and for a minute (call 8); null where it has none',
	params: z.strictObject({ userId: idParam }),
	answers: { 200: z.strictObject({ fcm_token: z.string().nullable() }) },
});

export const sendNotification = endpoint(addresses.sendNotification, {
	summary: 'Send a test notification to the devices of a handle; there is nothing for anything else (call 9)',
	body: z.looseObject({ fcm_token: z.unknown() }),
	answers: { 200: z.strictObject({ message: z.string() }) },
});

const firebase = z.strictObject({
	projectId: z.string(),
	apiKey: z.string(),
	appId: z.string(),
	messagingSenderId: z.string(),
	vapidKey: z.string().nullable(),
});
export type FirebaseApp = z.infer<typeof firebase>;

export const getPushKey = endpoint(addresses.getPushKey, {
	summary: 'The public web-push key, and the app of Firebase where push messages go through it',
	answers: { 200: z.strictObject({ public_key: z.string(), firebase: firebase.nullable() }) },
});

const device = z.strictObject({
	id,
	/** The browser, as it names itself. */
	name: z.string(),
	/** It belongs to the session that asks. */
	current: z.boolean(),
	created_at: time,
});
export type Device = z.infer<typeof device>;

export const listDevices = endpoint(addresses.listDevices, {
	summary: 'The browsers that receive push messages for the own account, newest first',
	answers: { 200: z.strictObject({ items: z.array(device) }) },
});

export const removeDevice = endpoint(addresses.removeDevice, {
	summary: 'Send no more push messages to a browser',
	params: z.strictObject({ id: idParam }),
	answers: { 204: null },
});
