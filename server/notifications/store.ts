import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';
import type { NotificationRow, NotificationSettingsRow, NotificationTables } from './tables.ts';

const on = (db: Db) => db.tables<NotificationTables>();

// `inInbox` is a literal and not a bound value, because the query planner recognizes a partial index by the condition in the SQL text.
const inInbox = sql.lit(1);

const defaultSettings = { off: '[]', quiet_from: null, quiet_to: null, time_zone: 'Africa/Lagos' };

/** Creates or locks an account's settings row, so that transactions that change the account's inbox or settings run one at a time. */
export async function lockSettingsRow(tx: Tx, accountId: number): Promise<NotificationSettingsRow> {
	return on(tx)
		.insertInto('notification_settings')
		.values({ account_id: accountId, ...defaultSettings })
		.onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId }))
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function findSettings(db: Db, accountId: number): Promise<NotificationSettingsRow> {
	const row = await on(db)
		.selectFrom('notification_settings')
		.selectAll()
		.where('account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? { account_id: accountId, ...defaultSettings };
}

export async function updateSettings(
	tx: Tx,
	accountId: number,
	change: Updateable<NotificationTables['notification_settings']>,
): Promise<void> {
	await on(tx).updateTable('notification_settings').set(change).where('account_id', '=', accountId).execute();
}

export async function insertNotification(
	tx: Tx,
	notification: Insertable<NotificationTables['inbox_notices']>,
): Promise<number> {
	const row = await on(tx).insertInto('inbox_notices').values(notification).returning('id').executeTakeFirstOrThrow();
	return row.id;
}

export async function deleteNotification(tx: Tx, id: number): Promise<void> {
	await on(tx).deleteFrom('inbox_notices').where('id', '=', id).execute();
}

export async function findLatestNotificationOfGroup(
	tx: Tx,
	accountId: number,
	group: string,
): Promise<NotificationRow | null> {
	const row = await on(tx)
		.selectFrom('inbox_notices')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('group_key', '=', group)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row ?? null;
}

export async function findNotification(db: Db, id: number): Promise<NotificationRow | null> {
	return (await on(db).selectFrom('inbox_notices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Lists an account's inbox, newest first. */
export async function listNotifications(
	db: Db,
	accountId: number,
	below: number | null,
	limit: number,
): Promise<NotificationRow[]> {
	let query = on(db)
		.selectFrom('inbox_notices')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('inbox', '=', inInbox);
	if (below !== null) query = query.where('id', '<', below);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Lists all notifications of an account, in the inbox or only pushed, newest first. */
export async function listAccountNotifications(db: Db, accountId: number): Promise<NotificationRow[]> {
	return on(db)
		.selectFrom('inbox_notices')
		.selectAll()
		.where('account_id', '=', accountId)
		.orderBy('id', 'desc')
		.execute();
}

export async function countUnreadNotifications(db: Db, accountId: number): Promise<number> {
	const row = await on(db)
		.selectFrom('inbox_notices')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('account_id', '=', accountId)
		.where('inbox', '=', inInbox)
		.where('read_at', 'is', null)
		.executeTakeFirstOrThrow();
	return Number(row.count);
}

export async function markNotificationsRead(tx: Tx, accountId: number, upTo: number, at: number): Promise<void> {
	await on(tx)
		.updateTable('inbox_notices')
		.set({ read_at: at })
		.where('account_id', '=', accountId)
		.where('id', '<=', upTo)
		.where('read_at', 'is', null)
		.execute();
}

export async function deleteNotificationsBefore(db: Db, before: number): Promise<void> {
	await on(db).deleteFrom('inbox_notices').where('created_at', '<', before).execute();
}
