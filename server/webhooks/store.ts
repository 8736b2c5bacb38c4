import type { Insertable, Updateable } from 'kysely';
import { marketWebhookEvents, type WebhookEvent } from '../../contract/webhooks/webhook-events.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import { webhooksCacheTag } from './cache-tags.ts';
import type { DeliveryRow, WebhookRow, WebhookTables } from './tables.ts';

/** Parses the stored events of a webhook. An event that does not exist any more is omitted. */
export function parseEvents(stored: string): WebhookEvent[] {
	const names = stored.split(' ');
	return marketWebhookEvents.filter((event) => names.includes(event));
}

const on = (db: Db) => db.tables<WebhookTables>();

export async function listActiveWebhooks(db: Db): Promise<Pick<WebhookRow, 'account_id' | 'market' | 'events'>[]> {
	const query = on(db).selectFrom('webhooks').select(['account_id', 'market', 'events']);
	return query.where('active', '=', 1).execute();
}

/** Lists the active webhooks of the market, and those of an account unless it is null. */
export async function listReceivers(db: Db, ownerId: number | null): Promise<WebhookRow[]> {
	return on(db)
		.selectFrom('webhooks')
		.selectAll()
		.where('active', '=', 1)
		.where(({ eb, or }) => or([eb('market', '=', 1), ...(ownerId === null ? [] : [eb('account_id', '=', ownerId)])]))
		.orderBy('id')
		.execute();
}

/** Lists the webhooks of the market, newest first. */
export async function listMarketWebhooks(db: Db): Promise<WebhookRow[]> {
	return on(db).selectFrom('webhooks').selectAll().where('market', '=', 1).orderBy('id', 'desc').execute();
}

/** Lists an account's own webhooks, newest first, without those of the market. */
export async function listAccountWebhooks(db: Db, accountId: number): Promise<WebhookRow[]> {
	const query = on(db).selectFrom('webhooks').selectAll().where('account_id', '=', accountId).where('market', '=', 0);
	return query.orderBy('id', 'desc').execute();
}

export async function findWebhook(db: Db, id: number): Promise<WebhookRow | null> {
	return (await on(db).selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockWebhookRow(tx: Tx, id: number): Promise<WebhookRow | null> {
	return lockRow(tx, on(tx).selectFrom('webhooks').selectAll().where('id', '=', id));
}

export async function insertWebhook(tx: Tx, webhook: Insertable<WebhookTables['webhooks']>): Promise<WebhookRow> {
	tx.invalidate(webhooksCacheTag);
	return on(tx).insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow();
}

export async function updateWebhook(
	tx: Tx,
	{ id }: AuthorizedRow<WebhookRow>,
	change: Updateable<WebhookTables['webhooks']>,
): Promise<WebhookRow> {
	tx.invalidate(webhooksCacheTag);
	return on(tx).updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteWebhook(tx: Tx, { id }: AuthorizedRow<WebhookRow>): Promise<void> {
	tx.invalidate(webhooksCacheTag);
	await on(tx).deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Pauses the webhooks of an account that are on. Returns those that were not paused yet. */
export async function pauseAccountWebhooks(tx: Tx, accountId: number, now: number): Promise<WebhookRow[]> {
	tx.invalidate(webhooksCacheTag);
	return on(tx)
		.updateTable('webhooks')
		.set({ paused_at: now })
		.where('account_id', '=', accountId)
		.where('active', '=', 1)
		.where('paused_at', 'is', null)
		.returningAll()
		.execute();
}

export async function clearFailing(tx: Tx, id: number): Promise<void> {
	const query = on(tx).updateTable('webhooks').set({ failing_since: null }).where('id', '=', id);
	await query.where('failing_since', 'is not', null).execute();
}

/**
 * Marks a webhook that is on as failing since `now`, unless it already is. Switches it off if it is failing since `limit` or longer; returns
 * whether.
 */
export async function markFailing(tx: Tx, id: number, now: number, limit: number): Promise<boolean> {
	const webhook = on(tx).updateTable('webhooks').where('id', '=', id).where('active', '=', 1);
	await webhook.set({ failing_since: now }).where('failing_since', 'is', null).execute();
	const off = await webhook.set({ active: 0 }).where('failing_since', '<=', limit).returning('id').executeTakeFirst();
	if (off) tx.invalidate(webhooksCacheTag);
	return off !== undefined;
}

/** Inserts a delivery. Returns null if the webhook already has one of this event. */
export async function insertDelivery(
	tx: Tx,
	delivery: Insertable<WebhookTables['webhook_deliveries']>,
): Promise<DeliveryRow | null> {
	const row = await on(tx)
		.insertInto('webhook_deliveries')
		.values(delivery)
		.onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** Returns whether at least `limit` deliveries of a webhook are pending. */
export async function hasPendingDeliveries(db: Db, webhookId: number, limit: number): Promise<boolean> {
	const row = await on(db)
		.selectFrom('webhook_deliveries')
		.select('id')
		.where('webhook_id', '=', webhookId)
		.where('state', '=', 'pending')
		.offset(limit - 1)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

export async function findDelivery(db: Db, id: number): Promise<DeliveryRow | null> {
	return (await on(db).selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Changes a pending delivery. Returns false if it is not pending, or had another attempt meanwhile. */
export async function updatePendingDelivery(
	tx: Tx,
	{ id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
	change: Updateable<WebhookTables['webhook_deliveries']>,
): Promise<boolean> {
	const { numUpdatedRows } = await on(tx)
		.updateTable('webhook_deliveries')
		.set(change)
		.where('id', '=', id)
		.where('state', '=', 'pending')
		.where('attempts', '=', attempts)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Makes an ended delivery of a webhook pending again, without attempts. Returns null if the webhook has no such delivery. */
export async function restartDelivery(
	tx: Tx,
	{ id: webhookId }: AuthorizedRow<WebhookRow>,
	id: number,
): Promise<DeliveryRow | null> {
	const row = await on(tx)
		.updateTable('webhook_deliveries')
		.set({ state: 'pending', attempts: 0 })
		.where('id', '=', id)
		.where('webhook_id', '=', webhookId)
		.where('state', '<>', 'pending')
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** Lists deliveries of a webhook with lower ids than `below`, newest first. */
export async function listDeliveries(
	db: Db,
	webhookId: number,
	below: number | null,
	limit: number,
): Promise<DeliveryRow[]> {
	let query = on(db).selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
	if (below !== null) query = query.where('id', '<', below);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function deleteDeliveriesBefore(db: Db, time: number): Promise<void> {
	await on(db).deleteFrom('webhook_deliveries').where('created_at', '<', time).execute();
}
