import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';
import type { MediaState } from './lifecycle.ts';
import type { MediaRow, MediaTables } from './tables.ts';

const on = (db: Db) => db.tables<MediaTables>();

export async function insertMedia(tx: Tx, media: Insertable<MediaTables['media']>): Promise<MediaRow> {
	return on(tx).insertInto('media').values(media).returningAll().executeTakeFirstOrThrow();
}

export async function findMedia(db: Db, id: number): Promise<MediaRow | null> {
	return (await on(db).selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findMediaByIds(db: Db, ids: readonly number[]): Promise<MediaRow[]> {
	if (ids.length === 0) return [];
	return on(db).selectFrom('media').selectAll().where('id', 'in', ids).execute();
}

/** What rows above an id say of their files, lowest first. */
export async function mediaAfter(db: Db, after: number, most: number) {
	return on(db)
		.selectFrom('media')
		.select(['id', 'public_id', 'secure_url', 'state', 'picture', 'renditions'])
		.where('id', '>', after)
		.orderBy('id')
		.limit(most)
		.execute();
}

export async function findByPublicId(db: Db, publicId: string): Promise<MediaRow | null> {
	return (await on(db).selectFrom('media').selectAll().where('public_id', '=', publicId).executeTakeFirst()) ?? null;
}

export async function findBySecureUrl(db: Db, secureUrl: string): Promise<MediaRow | null> {
	return (await on(db).selectFrom('media').selectAll().where('secure_url', '=', secureUrl).executeTakeFirst()) ?? null;
}

export async function capabilityIsSpent(db: Db, capability: string): Promise<boolean> {
	const row = await on(db).selectFrom('media').select('id').where('capability', '=', capability).executeTakeFirst();
	return row !== undefined;
}

export async function updateMedia(tx: Tx, id: number, change: Updateable<MediaTables['media']>): Promise<void> {
	await on(tx).updateTable('media').set(change).where('id', '=', id).execute();
}

/** Changes it where it is still in that state; false where something else was quicker. */
export async function moveMedia(
	tx: Tx,
	id: number,
	from: MediaState,
	change: Updateable<MediaTables['media']>,
): Promise<boolean> {
	const { numUpdatedRows } = await on(tx)
		.updateTable('media')
		.set(change)
		.where('id', '=', id)
		.where('state', '=', from)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Attaches it where nobody has yet, and answers it as it stands then; null where it was attached already. */
export async function attachOnce(
	tx: Tx,
	id: number,
	change: { attached_at: number; access: MediaRow['access']; account_id?: null },
): Promise<MediaRow | null> {
	const row = await on(tx)
		.updateTable('media')
		.set(change)
		.where('id', '=', id)
		.where('attached_at', 'is', null)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

export async function setAccess(tx: Tx, ids: readonly number[], access: MediaRow['access']): Promise<MediaRow[]> {
	if (ids.length === 0) return [];
	return on(tx).updateTable('media').set({ access }).where('id', 'in', ids).returningAll().execute();
}

export async function deleteMediaRows(tx: Tx, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	await on(tx).deleteFrom('media').where('id', 'in', ids).execute();
}

/** Deletes rows of files that were sent before then and never used, `most` at once; answers what they named. */
export async function deleteUnattached(tx: Tx, before: number, most: number): Promise<string[]> {
	const old = on(tx)
		.selectFrom('media')
		.select('id')
		.where('attached_at', 'is', null)
		.where('created_at', '<', before)
		.limit(most);
	const rows = await on(tx)
		.deleteFrom('media')
		.where('id', 'in', old)
		// Asked again of the row itself: at this very moment someone may be attaching it.
		.where('attached_at', 'is', null)
		.returning('public_id')
		.execute();
	return rows.map((row) => row.public_id);
}

export async function knownPublicIds(db: Db, publicIds: readonly string[]): Promise<Set<string>> {
	if (publicIds.length === 0) return new Set();
	const rows = await on(db).selectFrom('media').select('public_id').where('public_id', 'in', publicIds).execute();
	return new Set(rows.map((row) => row.public_id));
}

/** Every file that is an account's own, oldest first. */
export async function mediaOf(db: Db, accountId: number): Promise<MediaRow[]> {
	return on(db).selectFrom('media').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

/** All uploads in numbers; bytes of the files as they were sent. */
export async function siteFigures(db: Db) {
	const count = (condition: string) => sql<number>`count(case when ${sql.raw(condition)} then 1 end)`;
	const { bytes, ...counts } = await on(db)
		.selectFrom('media')
		.select([
			count("kind = 'image'").as('pictures'),
			count("kind = 'video'").as('videos'),
			count("state = 'processing'").as('processing'),
			count("state = 'failed'").as('failed'),
			sql<number | string>`coalesce(sum(bytes), 0)`.as('bytes'),
		])
		.executeTakeFirstOrThrow();
	return { ...counts, bytes: Number(bytes) };
}

/** How many were sent on each day since one; days without any are left out. */
export async function countByDay(db: Db, from: number): Promise<{ day: number; count: number }[]> {
	return on(db)
		.selectFrom('media')
		.select(({ fn }) => [dayOf.as('day'), fn.countAll<number>().as('count')])
		.where('created_at', '>=', from)
		.groupBy(dayOf)
		.execute();
}

/** The UTC day since 1970. */
const dayOf = sql<number>`created_at / 86400000`;
