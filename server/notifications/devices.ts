import type { FastifyBaseLogger } from 'fastify';
import * as messages from '../../contract/core/messages.ts';
import * as notificationLimits from '../../contract/notifications/limits.ts';
import type { Device, FirebaseWebConfig } from '../../contract/notifications/notifications.ts';
import * as notificationsApiText from '../../text/server/notifications-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import type { Actor } from '../http/index.ts';
import type { JsonObject } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import type { PushEngine, PushMessage, PushResult, WebPush } from '../senders/push/index.ts';
import * as store from './device-store.ts';
import type { DeviceRow } from './tables.ts';

export interface DeviceServiceDeps extends Pick<Platform, 'db' | 'clock' | 'brand'> {
	webPush: WebPush;
	/** Firebase Cloud Messaging. Null if not configured. */
	firebase: { push: PushEngine; app: FirebaseWebConfig } | null;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

export type DeviceService = ReturnType<typeof createDeviceService>;

export const pushMessageIconPath = '/icon-192.png';

const buildTestMessage = (title: string): PushMessage => ({
	notification: {
		title,
		body: notificationsApiText.testMessage,
		icon: pushMessageIconPath,
	},
	data: { path: '/notifications', tag: 'test' },
});

export function createDeviceService({ db, clock, webPush, firebase, logger, brand }: DeviceServiceDeps) {
	const engines = { web: webPush, firebase: firebase?.push ?? null };

	/** Sends a message to a device. Deletes the device if its push subscription no longer exists. Throws `ServiceUnavailableError`. */
	async function send(device: DeviceRow, message: PushMessage, signal?: AbortSignal): Promise<PushResult> {
		// Firebase devices stay registered while Firebase is not configured.
		const engine = engines[device.engine];
		if (!engine) throw new ServiceUnavailableError('Firebase is not configured');
		const outcome = await engine.send(device.token, message, signal);
		if (outcome === 'gone') await store.deleteDevice(db, device.account_id, device.id);
		return outcome;
	}

	/** Sends a test notification to all devices of an account. Returns how many the account has, and how many push services took it. */
	async function sendTestTo(accountId: number): Promise<{ devices: number; sent: number }> {
		const devices = await store.listDevices(db, accountId);
		const outcomes = await Promise.all(
			devices.map((device) =>
				send(device, buildTestMessage(brand.current().name)).catch((error: Error) => {
					logger.warn({ err: error, device: device.id }, 'Test notification failed');
					return null;
				}),
			),
		);
		return { devices: devices.length, sent: outcomes.filter((outcome) => outcome === 'sent').length };
	}

	return {
		sendTestTo,

		getPushKey: () => ({ public_key: webPush.publicKey, firebase: firebase?.app ?? null }),

		/** Registers the actor's device by its push token. Throws `forbidden` for another account, `invalid` for an unusable token. */
		async register(
			actor: Actor,
			name: string,
			form: { user_id: number; fcm_token: string | object },
		): Promise<{ id: number }> {
			if (form.user_id !== actor.accountId) throw new DomainError('forbidden', notificationsApiText.onlyForYourself);
			const engine = typeof form.fcm_token === 'string' ? 'firebase' : 'web';
			const push = engines[engine];
			if (!push) throw invalidInput({ fcm_token: notificationsApiText.firebaseNotConfigured });
			const token = push.parseToken(form.fcm_token as string | JsonObject);
			const id = await db.transaction(async (tx) => {
				const deviceId = await store.upsertDevice(tx, {
					account_id: actor.accountId,
					session_id: actor.sessionId,
					engine,
					token,
					token_hash: hashToken(engine === 'web' ? JSON.parse(token).endpoint : token),
					name,
					created_at: clock.now(),
				});
				const surplus = (await store.listDevices(tx, actor.accountId))
					.filter(({ id }) => id !== deviceId)
					.slice(notificationLimits.devices - 1);
				for (const { id } of surplus) await store.deleteDevice(tx, actor.accountId, id);
				return deviceId;
			});
			return { id };
		},

		async list(actor: Actor): Promise<{ items: Device[] }> {
			const devices = await store.listDevices(db, actor.accountId);
			return {
				items: devices.map(({ id, name, session_id, created_at }) => ({
					id,
					name,
					current: session_id === actor.sessionId,
					created_at: toIsoTime(created_at),
				})),
			};
		},

		/** Removes a device of the actor. Throws `not_found`. */
		async remove(actor: Actor, id: number): Promise<void> {
			if (!(await store.deleteDevice(db, actor.accountId, id))) {
				throw new DomainError('not_found', notificationsApiText.deviceUnknown);
			}
		},

		/** Creates a single-use handle for a test notification, valid for a minute. Returns null without devices. Throws `forbidden`. */
		async createSendHandle(actor: Actor, accountId: number): Promise<{ fcm_token: string | null }> {
			if (actor.role !== 'admin' && actor.accountId !== accountId) {
				throw new DomainError('forbidden', notificationsApiText.testOnlyToYourself);
			}
			if ((await store.listDevices(db, accountId)).length === 0) return { fcm_token: null };
			const handle = generateToken();
			const ends_at = clock.now() + notificationLimits.sendHandleTtl;
			await store.insertSendHandle(db, { handle_hash: hashToken(handle), account_id: accountId, ends_at });
			return { fcm_token: handle };
		},

		/** Sends a test notification to the devices of the handle's account. Throws `not_found` for an invalid, used or expired handle. */
		async sendTest(handle: unknown): Promise<{ message: string }> {
			const consumed = typeof handle === 'string' ? await store.consumeSendHandle(db, hashToken(handle)) : null;
			if (!consumed || consumed.ends_at <= clock.now())
				throw new DomainError('not_found', notificationsApiText.nothingToSendTo);
			const { sent } = await sendTestTo(consumed.account_id);
			return { message: sent > 0 ? messages.notificationSent : notificationsApiText.noDeviceReached };
		},

		listByAccounts: store.listDevicesOfAccounts,
		find: store.findDevice,
		send,

		sweep: () => store.deleteExpiredSendHandles(db, clock.now()),
	};
}
