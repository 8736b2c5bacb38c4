import { z } from 'zod';
import { person } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, time } from './fields.ts';
import { pageOf, pageQuery } from './page.ts';
import * as validationText from './text/validation.ts';

/** Web Push subscription or Firebase registration token. */
const token = z.union([
	z.string().max(1000),
	z.looseObject({ endpoint: z.string().max(1000), keys: z.record(z.string().max(20), z.string().max(200)) }),
]);

export const storeToken = endpoint('storeToken', {
	summary: 'Store a push token of this browser for your account (call 7)',
	body: z.strictObject({ user_id: id, fcm_token: token }),
	responses: { 200: z.strictObject({ id }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const getSendHandle = endpoint('getSendHandle', {
	summary:
		'Look up an account for a test notification: a signed handle for all its devices, valid once and for a minute (call 8), or null without devices',
	params: z.strictObject({ userId: idParam }),
	responses: { 200: z.strictObject({ fcm_token: z.string().nullable() }) },
	errors: ['unauthenticated', 'forbidden', 'disk_full'],
});

export const sendNotification = endpoint('sendNotification', {
	summary: 'Send a test notification to the devices of a handle (call 9)',
	body: z.strictObject({ fcm_token: z.unknown() }),
	responses: { 200: z.strictObject({ message: z.string() }) },
	errors: ['not_found'],
});

const firebase = z.strictObject({
	projectId: z.string(),
	apiKey: z.string(),
	appId: z.string(),
	messagingSenderId: z.string(),
	vapidKey: z.string().nullable(),
});
export type FirebaseApp = z.infer<typeof firebase>;

export const getPushKey = endpoint('getPushKey', {
	summary: 'Get the public Web Push key, and the Firebase app if Firebase is configured',
	responses: { 200: z.strictObject({ public_key: z.string(), firebase: firebase.nullable() }) },
	errors: ['unauthenticated', 'forbidden'],
});

const device = z.strictObject({
	id,
	/** Browser name from its user agent. */
	name: z.string(),
	/** Whether it belongs to the current session. */
	current: z.boolean(),
	created_at: time,
});
export type Device = z.infer<typeof device>;

export const listDevices = endpoint('listDevices', {
	summary: 'List the browsers that receive your push messages, newest first',
	responses: { 200: z.strictObject({ items: z.array(device) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeDevice = endpoint('removeDevice', {
	summary: 'Stop push messages to a browser',
	params: z.strictObject({ id: idParam }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const noticeKinds = [
	'comment',
	'reply',
	'like',
	'follow',
	'new_ad',
	'price_drop',
	'video',
	'enrollment',
	'moderation',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Delivery: in the inbox, or as a push message to devices. */
export const noticeChannels = ['inbox', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** Notification; several events of one kind may share one. */
const notice = z.strictObject({
	id,
	kind: z.enum(noticeKinds),
	text: z.string(),
	/** Path of the page it links to. */
	path: z.string(),
	/** Who caused it, latest first, at most three. */
	people: z.array(person),
	read: z.boolean(),
	created_at: time,
});
export type Notice = z.infer<typeof notice>;

const unread = z.int().nonnegative();

export const listNotices = endpoint('listNotices', {
	summary: 'List your notifications, newest first, with the number of unread ones',
	query: z.strictObject(pageQuery),
	/** `up_to`: newest id of this page, for `readNotices`; it may belong to a notification that is no longer visible. */
	responses: { 200: pageOf(notice).extend({ unread, up_to: id.nullable() }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const readNotices = endpoint('readNotices', {
	summary: 'Mark all notifications up to this one as read',
	body: z.strictObject({ up_to: id }),
	responses: { 200: z.strictObject({ unread }) },
	errors: ['unauthenticated', 'forbidden'],
});

const switches = z.strictObject({ inbox: z.boolean(), push: z.boolean() });
const minuteOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, validationText.timeOfDayInvalid);

/** No push messages between two times of day; they are sent when the period ends. */
const quietHours = z.strictObject({
	from: minuteOfDay,
	to: minuteOfDay,
	/** IANA time zone name. */
	time_zone: z.string().max(60).refine(isTimeZone, validationText.timeZoneUnknown),
});
export type QuietHours = z.infer<typeof quietHours>;

const settings = z.strictObject({
	kinds: z.record(z.enum(noticeKinds), switches),
	quiet_hours: quietHours.nullable(),
});
export type NotificationSettings = z.infer<typeof settings>;

export const getNotificationSettings = endpoint('getNotificationSettings', {
	summary: 'Get your notification settings',
	responses: { 200: settings },
	errors: ['unauthenticated', 'forbidden'],
});

export const updateNotificationSettings = endpoint('updateNotificationSettings', {
	summary: 'Update your notification settings; omitted fields stay unchanged',
	body: z.strictObject({
		kinds: z.partialRecord(z.enum(noticeKinds), switches.partial()).optional(),
		quiet_hours: quietHours.nullable().optional(),
	}),
	responses: { 200: settings },
	errors: ['unauthenticated', 'forbidden'],
});

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
