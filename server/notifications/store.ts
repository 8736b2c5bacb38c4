import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { type Db, isAmong, runCompiled, selectFromJson, type Tx, toListParameter } from '../database/index.ts';
import type { NotificationRow, NotificationSettingsRow, NotificationTables } from './tables.ts';

const on = (db: Db) => db.tables<NotificationTables>();

// `inInbox` is a literal and not a bound value, because the query planner recognizes a partial index by the condition in the SQL text.
const inInbox = sql.lit(1);

const defaultSettings = { off: '[]', quiet_from: null, quiet_to: null, time_zone: 'Africa/Lagos' };

/**
 * Creates or locks the settings rows of accounts, so that transactions that change an account's inbox or settings run one at a time. Locks
 * them in the order of their ids, to prevent deadlocks.
 */
export async function lockSettingsRows(
	tx: Tx,
	accountIds: Iterable<number>,
): Promise<Map<number, NotificationSettingsRow>> {
	const ids = [...new Set(accountIds)].sort((a, b) => a - b);
	const list = JSON.stringify(ids.map((account_id) => ({ ...defaultSettings, account_id })));
	const rows = await runCompiled(tx, 'lock notification settings', { list }, (values) =>
		on(tx)
			.insertInto('notification_settings')
			.columns(['account_id', 'off', 'time_zone'])
			.expression(selectFromJson(tx, values.list, { account_id: 'bigint', off: 'text', time_zone: 'text' }))
			// A column that no index or reference contains, so that SQLite writes nothing.
			.onConflict((conflict) => conflict.column('account_id').doUpdateSet({ off: sql`notification_settings.off` }))
			.returningAll(),
	);
	return new Map(rows.map((row) => [row.account_id, row]));
}

/** Creates or locks the settings row of an account. */
export async function lockSettingsRow(tx: Tx, accountId: number): Promise<NotificationSettingsRow> {
	const row = (await lockSettingsRows(tx, [accountId])).get(accountId);
	if (!row) throw new Error('The settings were not stored');
	return row;
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

/** Inserts notifications, the last one with the highest id. */
export async function insertNotifications(
	tx: Tx,
	notifications: readonly Insertable<NotificationTables['inbox_notices']>[],
): Promise<NotificationRow[]> {
	if (notifications.length === 0) return [];
	return runCompiled(tx, 'insert notifications', { list: JSON.stringify(notifications) }, ({ list }) =>
		on(tx)
			.insertInto('inbox_notices')
			.columns(['account_id', 'kind', 'group_key', 'inbox', 'count', 'actors', 'about', 'created_at'])
			.expression(
				selectFromJson(tx, list, {
					account_id: 'bigint',
					kind: 'text',
					group_key: 'text',
					inbox: 'bigint',
					count: 'bigint',
					actors: 'text',
					about: 'text',
					created_at: 'bigint',
				}),
			)
			.returningAll(),
	);
}

export async function deleteNotifications(tx: Tx, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	await runCompiled(tx, 'delete notifications', { list: toListParameter(tx, ids) }, ({ list }) =>
		on(tx)
			.deleteFrom('inbox_notices')
			.where(isAmong(tx, 'id', list)),
	);
}

/** Finds the latest notification of each group. */
export async function findLatestNotifications(
	tx: Tx,
	groups: readonly { accountId: number; group: string }[],
): Promise<NotificationRow[]> {
	const list = JSON.stringify(groups.map(({ accountId, group }) => ({ accountId, group })));
	return runCompiled(tx, 'latest notifications', { list }, (values) => {
		const given = selectFromJson(tx, values.list, { accountId: 'bigint', group: 'text' });
		return on(tx)
			.selectFrom('inbox_notices')
			.selectAll()
			.where(
				sql<SqlBool>`id in (select (select max(id) from inbox_notices where account_id = "accountId" and group_key = "group")
					from (${given}) as groups)`,
			);
	});
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

/** Id of all erased accounts among the actors of a notification. */
export const erasedActor = 0;

/** Notification of another account, and whether it is about an ad or a post of the account in question. */
export type NotificationAbout = NotificationRow & { is_about_own: boolean | number };

/** Lists the notifications of others that an account caused, and those about its ads and posts. */
export async function listNotificationsAbout(db: Db, accountId: number): Promise<NotificationAbout[]> {
	const [isActor, target, id] =
		db.engine === 'sqlite'
			? [
					sql`exists (select 1 from json_each(actors) where value = ${accountId})`,
					sql`about ->> '$.seen.target'`,
					sql`about ->> '$.seen.id'`,
				]
			: [
					sql`actors::jsonb @> ${JSON.stringify([accountId])}::jsonb`,
					sql`about::jsonb #>> '{seen,target}'`,
					sql`(about::jsonb #>> '{seen,id}')::bigint`,
				];
	const isAboutOwn = sql<boolean | number>`case ${target}
		when 'ads' then ${id} in (select id from ads where seller_id = ${accountId})
		when 'posts' then ${id} in (select id from posts where author_id = ${accountId}) else false end`;
	return on(db)
		.selectFrom('inbox_notices')
		.selectAll()
		.select(isAboutOwn.as('is_about_own'))
		.where('account_id', '<>', accountId)
		.where(sql<SqlBool>`(${isActor} or ${isAboutOwn})`)
		.execute();
}

export async function updateSubject(
	tx: Tx,
	id: number,
	change: Pick<NotificationRow, 'actors' | 'about'>,
): Promise<void> {
	await on(tx).updateTable('inbox_notices').set(change).where('id', '=', id).execute();
}

export async function deleteNotificationsBefore(db: Db, before: number): Promise<void> {
	await on(db).deleteFrom('inbox_notices').where('created_at', '<', before).execute();
}
