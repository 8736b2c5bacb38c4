import type { z } from 'zod';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import * as messages from '../../contract/core/messages.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import * as webhookLimits from '../../contract/webhooks/limits.ts';
import { sellerWebhookEvents, type WebhookEvent } from '../../contract/webhooks/webhook-events.ts';
import type {
	createWebhook,
	rotateWebhookSecret,
	updateWebhook,
	Webhook,
	WebhookDelivery,
} from '../../contract/webhooks/webhooks.ts';
import * as problemsText from '../../text/shared/problems.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { decrypt, encrypt, generateToken } from '../core/secrets.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { DeliveryService } from './deliveries.ts';
import { webhookMailJob } from './job-definitions.ts';
import { authorizeWebhookOwner } from './policy.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { generateWebhookSecret } from './signature.ts';
import * as store from './store.ts';
import type { DeliveryRow, WebhookRow } from './tables.ts';

export interface WebhookServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'rateLimits'> {
	accounts: AccountService;
	deliveries: DeliveryService;
	/** Key that encrypts the secrets. */
	key: string;
}

export type WebhookService = ReturnType<typeof createWebhookService>;

/** Maximum number of tests and repeated deliveries of an account's webhooks per hour. */
export const attemptRate = { most: 20, window: 3_600_000 };

const getSealPurpose = (accountId: number) => `webhook of ${accountId}`;

/** Encrypts the secret of an account's webhook, as the row stores it. */
export function encryptWebhookSecret(key: string, accountId: number, secret: string): string {
	return encrypt(key, getSealPurpose(accountId), secret);
}

/** Returns the secret of a webhook. `key` encrypted it. */
export function decryptWebhookSecret(key: string, { account_id, secret }: WebhookRow): string {
	return decrypt(key, getSealPurpose(account_id), secret);
}

export function createWebhookService(deps: WebhookServiceDeps) {
	const { db, clock, jobs, rateLimits, accounts, deliveries, key } = deps;

	async function requireOwn(db: Db, actor: Actor, id: number): Promise<AuthorizedRow<WebhookRow>> {
		const row = await store.findWebhook(db, id);
		const own = row && authorizeWebhookOwner(actor, row);
		if (!own) throw new DomainError('not_found', webhooksText.webhookGone);
		return own;
	}

	async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<AuthorizedRow<WebhookRow>> {
		await store.lockWebhookRow(tx, id);
		return requireOwn(tx, actor, id);
	}

	const list = (db: Db, actor: Actor, market: boolean) =>
		market ? store.listMarketWebhooks(db) : store.listAccountWebhooks(db, actor.accountId);

	function assertMayUseMarket(actor: Actor): void {
		if (actor.role !== 'admin') throw new DomainError('forbidden', problemsText.administratorsOnly);
	}

	function assertEvents(events: readonly WebhookEvent[], market: boolean): void {
		const allowed: readonly WebhookEvent[] = sellerWebhookEvents;
		if (!market && events.some((event) => !allowed.includes(event))) {
			throw invalidInput({ events: webhooksText.eventInvalid });
		}
	}

	/** Records what an administrator does with a webhook of the market. */
	async function audit(tx: Tx, actor: Actor, action: string, { id, market, url }: WebhookRow): Promise<void> {
		if (market === 0) return;
		const { host } = new URL(url);
		await accounts.writeAudit(tx, actor, {
			action: `webhook.${action}`,
			target: { kind: 'webhook', id },
			reason: host,
		});
	}

	/** Queues a delivery that its owner asks for. Counts it; throws `too_many` beyond the limit. */
	async function sendOnRequest(
		actor: Actor,
		id: number,
		prepare: (tx: Tx, webhook: AuthorizedRow<WebhookRow>) => Promise<DeliveryRow | null>,
	): Promise<WebhookDelivery> {
		await requireOwn(db, actor, id);
		await rateLimits.count(`webhook tests ${actor.accountId}`, attemptRate);
		return db.transaction(async (tx) => {
			const webhook = await lockOwn(tx, actor, id);
			const delivery = await prepare(tx, webhook);
			if (!delivery) throw new DomainError('not_found', webhooksText.deliveryGone);
			await deliveries.queueAttempt(tx, webhook, delivery);
			return presentDelivery(delivery);
		});
	}

	return {
		/** Pauses what sends messages for an account whose logins end, and tells its owner by mail. */
		async pauseOf(tx: Tx, accountId: number): Promise<void> {
			const paused = await store.pauseAccountWebhooks(tx, accountId, clock.now());
			for (const market of new Set(paused.map((webhook) => webhook.market === 1))) {
				await jobs.add(tx, webhookMailJob, { account_id: accountId, kind: 'paused', market });
			}
		},

		/** Throws `forbidden` for the webhooks of the market, unless the actor is an administrator. */
		async list(actor: Actor, market: boolean): Promise<Webhook[]> {
			if (market) assertMayUseMarket(actor);
			return (await list(db, actor, market)).map(presentWebhook);
		},

		/** Throws `invalid` for a wrong password or code, and `conflict` if there are as many webhooks as allowed. */
		async create(
			actor: Actor,
			{ url, events, market = false, ...credentials }: z.output<(typeof createWebhook)['body']>,
		): Promise<ResponseOf<typeof createWebhook>> {
			if (market) assertMayUseMarket(actor);
			assertEvents(events, market);
			await accounts.reauthenticateWithCode(actor, credentials);
			const secret = generateWebhookSecret();
			const row = await db.transaction(async (tx) => {
				// The lock makes simultaneous calls count each other's webhooks.
				await accounts.lock(tx, actor.accountId);
				if ((await list(tx, actor, market)).length >= webhookLimits.webhooks) {
					throw new DomainError('conflict', webhooksText.tooManyWebhooks(webhookLimits.webhooks));
				}
				const webhook = await store.insertWebhook(tx, {
					account_id: actor.accountId,
					market: market ? 1 : 0,
					url,
					events: events.join(' '),
					secret: encryptWebhookSecret(key, actor.accountId, secret),
					created_at: clock.now(),
				});
				await jobs.add(tx, webhookMailJob, { account_id: actor.accountId, kind: 'created', market });
				await audit(tx, actor, 'create', webhook);
				return webhook;
			});
			return { ...presentWebhook(row), secret };
		},

		/** Throws `invalid` for another URL or other events without the password, and with a wrong one. */
		async update(
			actor: Actor,
			id: number,
			{ url, events, active, paused, password, code }: z.output<(typeof updateWebhook)['body']>,
		): Promise<Webhook> {
			const { market } = await requireOwn(db, actor, id);
			if (events) assertEvents(events, market === 1);
			if (url !== undefined || events) {
				if (password === undefined) throw invalidInput({ password: messages.passwordMissing });
				await accounts.reauthenticateWithCode(actor, { password, code });
			}
			return db.transaction(async (tx) => {
				const webhook = await lockOwn(tx, actor, id);
				const changed = await store.updateWebhook(tx, webhook, {
					url: url ?? webhook.url,
					events: events?.join(' ') ?? webhook.events,
					active: (active ?? webhook.active === 1) ? 1 : 0,
					paused_at: paused === undefined ? webhook.paused_at : null,
					// Another URL, or a repaired one, gets a day of its own to fail. One that its owner switches off is not failing.
					failing_since: url !== undefined || active !== undefined ? null : webhook.failing_since,
				});
				if (changed.url !== webhook.url) {
					const { account_id } = webhook;
					await jobs.add(tx, webhookMailJob, { account_id, kind: 'changed', market: market === 1 });
				}
				await audit(tx, actor, 'update', changed);
				return presentWebhook(changed);
			});
		},

		/** Replaces the secret at once. Attempts that the receiver rejects meanwhile are repeated for a day. */
		async rotateSecret(
			actor: Actor,
			id: number,
			credentials: z.output<(typeof rotateWebhookSecret)['body']>,
		): Promise<ResponseOf<typeof rotateWebhookSecret>> {
			await requireOwn(db, actor, id);
			await accounts.reauthenticateWithCode(actor, credentials);
			const secret = generateWebhookSecret();
			return db.transaction(async (tx) => {
				const webhook = await lockOwn(tx, actor, id);
				const sealed = encryptWebhookSecret(key, webhook.account_id, secret);
				const changed = await store.updateWebhook(tx, webhook, { secret: sealed });
				await audit(tx, actor, 'rotate_secret', changed);
				return { ...presentWebhook(changed), secret };
			});
		},

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const webhook = await lockOwn(tx, actor, id);
				await store.deleteWebhook(tx, webhook);
				await audit(tx, actor, 'delete', webhook);
			}),

		async listDeliveries(actor: Actor, id: number, page: PageQuery): Promise<CursorPage<WebhookDelivery>> {
			await requireOwn(db, actor, id);
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				store.listDeliveries(db, id, below, most),
			);
			return { items: rows.map(presentDelivery), next_cursor };
		},

		/** Sends an event again. Throws `conflict` if it is still being sent, or if the webhook is off or paused. */
		redeliver: (actor: Actor, id: number, deliveryId: number): Promise<WebhookDelivery> =>
			sendOnRequest(actor, id, async (tx, webhook) => {
				if (webhook.active === 0) throw new DomainError('conflict', webhooksText.webhookOff);
				if (webhook.paused_at !== null) throw new DomainError('conflict', webhooksText.webhookPaused);
				const delivery = await store.findDelivery(tx, deliveryId);
				if (delivery?.webhook_id === id && delivery.state === 'pending') {
					throw new DomainError('conflict', webhooksText.deliveryPending);
				}
				return store.restartDelivery(tx, webhook, deliveryId);
			}),

		test: (actor: Actor, id: number): Promise<WebhookDelivery> =>
			sendOnRequest(actor, id, (tx) =>
				deliveries.insert(tx, id, { type: 'webhook.test' }, { event_id: generateToken(), at: clock.now() }),
			),
	};
}
