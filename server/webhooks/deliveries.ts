import type { z } from 'zod';
import * as webhookLimits from '../../contract/webhooks/limits.ts';
import type { WebhookBody } from '../../contract/webhooks/webhooks.ts';
import type { AccountService } from '../accounts/index.ts';
import type { Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import type { BuildBody } from './body.ts';
import { deliverAgainJob, deliverJob, type webhookEventJob, webhookMailJob } from './job-definitions.ts';
import { failurePeriod, getRetryDelay } from './retry-schedule.ts';
import type { SendMessage } from './send-message.ts';
import { signMessage } from './signature.ts';
import * as store from './store.ts';
import { type StoredEvent, storedEventSchema } from './stored-event.ts';
import type { DeliveryRow, WebhookRow } from './tables.ts';

export interface DeliveryServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs'> {
	accounts: AccountService;
	buildBody: BuildBody;
	sendMessage: SendMessage;
	decryptSecret: (webhook: WebhookRow) => string;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/** Maximum number of deliveries of a webhook that wait for an attempt. Later events are listed and not sent. */
export const maxPendingDeliveries = 1000;

const minute = 60_000;
const toMinute = (time: number) => Math.floor(time / minute) * minute;

export function createDeliveryService(deps: DeliveryServiceDeps) {
	const { db, clock, jobs, accounts, buildBody, sendMessage, decryptSecret } = deps;

	/** Queues the next attempt of a delivery. Accounts alternate, so that none delays the others. */
	async function queueAttempt(tx: Tx, webhook: WebhookRow, delivery: DeliveryRow, delay = 0): Promise<void> {
		const job = webhook.failing_since === null ? deliverJob : deliverAgainJob;
		const payload = { delivery_id: delivery.id, attempts: delivery.attempts };
		await jobs.add(tx, job, payload, { delay, group: webhook.market === 1 ? 'market' : String(webhook.account_id) });
	}

	/** Inserts a delivery of what happened at a time. Returns null if the webhook already has one of this event. */
	const insert = (
		tx: Tx,
		webhook_id: number,
		event: StoredEvent,
		{ event_id, at, state = 'pending' }: { event_id: string; at: number; state?: 'pending' | 'skipped' },
	): Promise<DeliveryRow | null> =>
		store.insertDelivery(tx, {
			webhook_id,
			event_id,
			event: JSON.stringify(event),
			state,
			created_at: toMinute(at),
		});

	/** Returns the body that a delivery may send now. Null if its webhook is off, its owner is not active, or its subject is not public. */
	async function findBody(webhook: WebhookRow, { event, created_at }: DeliveryRow): Promise<WebhookBody | null> {
		const stored = storedEventSchema.parse(JSON.parse(event));
		if (webhook.active === 0 && stored.type !== 'webhook.test') return null;
		const { account_id } = webhook;
		const isOwnerActive =
			webhook.market === 1
				? await accounts.isVisibleAdministrator(db, account_id)
				: (await accounts.findVisiblePeople(db, [account_id])).has(account_id);
		return isOwnerActive ? buildBody(stored, created_at) : null;
	}

	/** Stores that an attempt failed: queues the next one, or ends the delivery, and switches off a webhook that has failed for a day. */
	async function recordFailure(tx: Tx, webhook: WebhookRow, delivery: DeliveryRow, isTest: boolean): Promise<void> {
		const delay = isTest ? null : getRetryDelay(delivery.attempts);
		if (delay === null) await store.updatePendingDelivery(tx, delivery, { state: 'failed' });
		if (isTest) return;
		const { account_id, market } = webhook;
		const now = clock.now();
		if (await store.markFailing(tx, webhook.id, now, now - failurePeriod)) {
			await jobs.add(tx, webhookMailJob, { account_id, kind: 'switched-off', market: market === 1 });
		}
		if (delay !== null) await queueAttempt(tx, { ...webhook, failing_since: now }, delivery, delay);
	}

	/**
	 * Postpones a delivery of a paused webhook as if an attempt had failed, and skips it after a day. Tests are skipped at once. The receiver is
	 * not called, so the webhook is not failing.
	 */
	async function postpone(webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
		const attempts = delivery.attempts + 1;
		const isTest = storedEventSchema.parse(JSON.parse(delivery.event)).type === 'webhook.test';
		const delay = isTest ? null : getRetryDelay(attempts);
		await db.transaction(async (tx) => {
			if (delay === null) return void (await store.updatePendingDelivery(tx, delivery, { state: 'skipped' }));
			if (!(await store.updatePendingDelivery(tx, delivery, { attempts }))) return;
			await queueAttempt(tx, webhook, { ...delivery, attempts }, delay);
		});
	}

	return {
		insert,
		queueAttempt,

		/** Makes the deliveries of an event. Makes none if its subject is not public. */
		async dispatch({ event_id, owner_id, at, event }: z.infer<typeof webhookEventJob.schema>): Promise<void> {
			if (!(await buildBody(event, at))) return;
			await db.transaction(async (tx) => {
				for (const webhook of await store.listReceivers(tx, owner_id)) {
					if (!store.parseEvents(webhook.events).some((type) => type === event.type)) continue;
					// A receiver that is down or slow must not fill the queue.
					const isFull = await store.hasPendingDeliveries(tx, webhook.id, maxPendingDeliveries);
					const delivery = await insert(tx, webhook.id, event, { event_id, at, state: isFull ? 'skipped' : 'pending' });
					if (delivery && !isFull) await queueAttempt(tx, webhook, delivery);
				}
			});
		},

		/** Makes one attempt of a delivery. A crash before its result is stored repeats it with the same id. */
		async attempt(
			queue: typeof deliverJob | typeof deliverAgainJob,
			payload: z.infer<typeof deliverJob.schema>,
			signal: AbortSignal,
		): Promise<void> {
			const delivery = await store.findDelivery(db, payload.delivery_id);
			if (delivery?.state !== 'pending' || delivery.attempts !== payload.attempts) return;
			const webhook = await store.findWebhook(db, delivery.webhook_id);
			if (!webhook) return;
			if (webhook.paused_at !== null) return postpone(webhook, delivery);
			// The receiver has failed since the job was queued.
			if (queue === deliverJob && webhook.failing_since !== null) {
				await db.transaction((tx) => queueAttempt(tx, webhook, delivery));
				return;
			}
			const body = await findBody(webhook, delivery);
			if (!body) {
				await db.transaction((tx) => store.updatePendingDelivery(tx, delivery, { state: 'skipped' }));
				return;
			}
			const text = JSON.stringify(body);
			const headers = signMessage(decryptSecret(webhook), delivery.event_id, clock.now(), text);
			const result = await sendMessage(webhook.url, headers, text, signal);
			await db.transaction(async (tx) => {
				// A deletion of the webhook locks its row before those of its deliveries, too.
				const current = await store.lockWebhookRow(tx, webhook.id);
				const attempts = delivery.attempts + 1;
				const change = { attempts, result, attempted_at: toMinute(clock.now()) };
				const state = result === '2xx' ? 'delivered' : 'pending';
				if (!current || !(await store.updatePendingDelivery(tx, delivery, { ...change, state }))) return;
				if (result === '2xx') await store.clearFailing(tx, webhook.id);
				else await recordFailure(tx, current, { ...delivery, attempts }, body.type === 'webhook.test');
			});
		},

		/** Ends a delivery whose attempt threw each time, so that its owner can send it again. */
		async giveUp(tx: Tx, { delivery_id: id, attempts }: z.infer<typeof deliverJob.schema>): Promise<void> {
			await store.updatePendingDelivery(tx, { id, attempts }, { state: 'failed' });
		},

		sweep: () => store.deleteDeliveriesBefore(db, clock.now() - webhookLimits.webhookDeliveryRetention),
	};
}
