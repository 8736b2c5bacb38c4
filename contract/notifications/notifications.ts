import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';

/** Push token of a browser: a Web Push subscription or a Firebase registration token. */
const deviceTokenSchema = z.union([
	z.string().max(1000),
	z.looseObject({ endpoint: z.string().max(1000), keys: z.record(z.string().max(20), z.string().max(200)) }),
]);

export const storeToken = defineEndpoint('storeToken', {
	summary: 'Store a push token of this browser for your account (call 7)',
	body: z.strictObject({ user_id: idSchema, fcm_token: deviceTokenSchema }),
	responses: { 200: z.strictObject({ id: idSchema }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const getSendHandle = defineEndpoint('getSendHandle', {
	summary:
		'Look up an account for a test notification: a signed handle for all its devices, valid once and for a minute (call 8), or null without devices',
	params: z.strictObject({ userId: idParamSchema }),
	responses: { 200: z.strictObject({ fcm_token: z.string().nullable() }) },
	errors: ['unauthenticated', 'forbidden', 'disk_full'],
});

export const sendNotification = defineEndpoint('sendNotification', {
	summary: 'Send a test notification to the devices of a handle (call 9)',
	body: z.strictObject({ fcm_token: z.unknown() }),
	responses: { 200: z.strictObject({ message: z.string() }) },
	errors: ['not_found'],
});

const firebaseConfigSchema = z.strictObject({
	projectId: z.string(),
	apiKey: z.string(),
	appId: z.string(),
	messagingSenderId: z.string(),
	vapidKey: z.string().nullable(),
});
export type FirebaseWebConfig = z.infer<typeof firebaseConfigSchema>;

export const getPushKey = defineEndpoint('getPushKey', {
	summary: 'Get the public Web Push key, and the Firebase app if Firebase is configured',
	responses: { 200: z.strictObject({ public_key: z.string(), firebase: firebaseConfigSchema.nullable() }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const deviceSchema = z.strictObject({
	id: idSchema,
	/** Browser name from its user agent. */
	name: z.string(),
	/** True if the device belongs to the current session. */
	current: z.boolean(),
	created_at: timeSchema,
});
export type Device = z.infer<typeof deviceSchema>;

export const listDevices = defineEndpoint('listDevices', {
	summary: 'List the browsers that receive your push messages, newest first',
	responses: { 200: z.strictObject({ items: z.array(deviceSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeDevice = defineEndpoint('removeDevice', {
	summary: 'Stop push messages to a browser',
	params: z.strictObject({ id: idParamSchema }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const notificationKinds = [
	'comment',
	'reply',
	'like',
	'follow',
	'new_ad',
	'price_drop',
	'video',
	'enrollment',
	'verification',
	'moderation',
	'purchase',
	'review',
	'review_reply',
	'saved_search',
	'numbers',
	'breach',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export const notificationKindSchema = z.enum(notificationKinds);

/** Channels of a notification: the inbox, a push message to the user's devices, or a mail. */
export const notificationChannels = ['inbox', 'push', 'mail'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Kinds whose mails can be switched off. The other kinds have no mails, or mails that concern money and the account itself. */
export const mailedKinds: readonly NotificationKind[] = ['saved_search'];

/** Notification in the inbox. Several events of the same kind may share a notification. */
export const inboxNotificationSchema = z.strictObject({
	id: idSchema,
	kind: notificationKindSchema,
	text: z.string(),
	/** Path of the page that the notification opens. */
	path: z.string(),
	/** People who caused the notification, latest first, at most three. */
	people: z.array(personSchema),
	read: z.boolean(),
	created_at: timeSchema,
});
export type InboxNotification = z.infer<typeof inboxNotificationSchema>;

const unreadSchema = z.int().nonnegative();

export const listNotices = defineEndpoint('listNotices', {
	summary: 'List your notifications, newest first, with the number of unread ones',
	query: z.strictObject(paginationQueryShape),
	/** `up_to` is the newest id of the page, for `readNotices`. The item with this id may be missing, because its ad or post is hidden. */
	responses: {
		200: createCursorPageSchema(inboxNotificationSchema).extend({ unread: unreadSchema, up_to: idSchema.nullable() }),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const readNotices = defineEndpoint('readNotices', {
	summary: 'Mark all notifications up to this one as read',
	body: z.strictObject({ up_to: idSchema }),
	responses: { 200: z.strictObject({ unread: unreadSchema }) },
	errors: ['unauthenticated', 'forbidden'],
});

/** `mail` is set for `mailedKinds` only. */
export const notificationSwitchesSchema = z.strictObject({
	inbox: z.boolean(),
	push: z.boolean(),
	mail: z.boolean().optional(),
});
export const notificationSwitchChangesSchema = notificationSwitchesSchema.partial();
const minuteOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, validationText.timeOfDayInvalid);

/** Daily period without push messages. Messages of the period are sent when it ends. */
export const quietHoursSchema = z.strictObject({
	from: minuteOfDaySchema,
	to: minuteOfDaySchema,
	/** IANA name of the time zone for `from` and `to`. */
	time_zone: z.string().max(60).refine(isTimeZone, validationText.timeZoneUnknown),
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

export const notificationSettingsSchema = z.strictObject({
	kinds: z.record(notificationKindSchema, notificationSwitchesSchema),
	quiet_hours: quietHoursSchema.nullable(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const getNotificationSettings = defineEndpoint('getNotificationSettings', {
	summary: 'Get your notification settings',
	responses: { 200: notificationSettingsSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const updateNotificationSettings = defineEndpoint('updateNotificationSettings', {
	summary: 'Update your notification settings; omitted fields stay unchanged',
	body: z.strictObject({
		kinds: z
			.partialRecord(notificationKindSchema, notificationSwitchChangesSchema)
			.refine(
				(kinds) => Object.entries(kinds).every(([kind, { mail }]) => mail === undefined || hasMails(kind)),
				validationText.kindWithoutMails,
			)
			.optional(),
		quiet_hours: quietHoursSchema.nullable().optional(),
	}),
	responses: { 200: notificationSettingsSchema },
	errors: ['unauthenticated', 'forbidden'],
});

function hasMails(kind: string): boolean {
	return mailedKinds.some((mailed) => mailed === kind);
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
