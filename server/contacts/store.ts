import { type SqlBool, sql } from 'kysely';
import { type Db, runCompiled, selectFromJson, type Tx, toLocking } from '../database/index.ts';
import type { ContactRow, ContactTables } from './tables.ts';

const on = (db: Db) => db.tables<ContactTables>();

export async function findContact(
	db: Db,
	{ ad_id, account_id }: Pick<ContactRow, 'ad_id' | 'account_id'>,
): Promise<ContactRow | null> {
	const query = on(db).selectFrom('contacts').selectAll().where('ad_id', '=', ad_id);
	return (await query.where('account_id', '=', account_id).executeTakeFirst()) ?? null;
}

/** Stores contacts, of which none may repeat. For a contact that is already stored, updates the kind and the last time. */
export async function upsertContacts(tx: Tx, contacts: readonly Omit<ContactRow, 'bought_at'>[]): Promise<void> {
	if (contacts.length === 0) return;
	await runCompiled(tx, 'contacts', { list: JSON.stringify(contacts) }, ({ list }) =>
		on(tx)
			.insertInto('contacts')
			.columns(['ad_id', 'account_id', 'kind', 'first_at', 'last_at'])
			.expression(
				selectFromJson(tx, list, {
					ad_id: 'bigint',
					account_id: 'bigint',
					kind: 'text',
					first_at: 'bigint',
					last_at: 'bigint',
				}),
			)
			.onConflict((conflict) =>
				conflict.columns(['ad_id', 'account_id']).doUpdateSet({
					kind: (eb) => eb.ref('excluded.kind'),
					last_at: (eb) => eb.ref('excluded.last_at'),
				}),
			),
	);
}

/** Lists the contacts of an ad since `since`, newest first, after the key (time, account id). Omits the one who bought. */
export async function listAdContacts(
	db: Db,
	adId: number,
	since: number,
	after: readonly number[] | null,
	limit: number,
): Promise<ContactRow[]> {
	let query = on(db).selectFrom('contacts').selectAll().where('ad_id', '=', adId).where('last_at', '>=', since);
	query = query.where('bought_at', 'is', null);
	if (after) query = query.where(sql<SqlBool>`(last_at, account_id) < (${after[0]}, ${after[1]})`);
	return query.orderBy('last_at', 'desc').orderBy('account_id', 'desc').limit(limit).execute();
}

/** Finds the contact of an ad who bought the item. */
export async function findBuyer(db: Db, adId: number): Promise<ContactRow | null> {
	const query = on(db).selectFrom('contacts').selectAll().where('ad_id', '=', adId).where('bought_at', 'is not', null);
	return (await query.executeTakeFirst()) ?? null;
}

/** Makes one contact of an ad the one who bought, or none. */
export async function setBuyer(tx: Tx, adId: number, buyerId: number | null, at: number): Promise<void> {
	const contacts = on(tx).updateTable('contacts').where('ad_id', '=', adId);
	await contacts.set({ bought_at: null }).where('bought_at', 'is not', null).execute();
	if (buyerId !== null) await contacts.set({ bought_at: at }).where('account_id', '=', buyerId).execute();
}

export async function listBuyerContacts(db: Db, accountId: number): Promise<ContactRow[]> {
	return on(db).selectFrom('contacts').selectAll().where('account_id', '=', accountId).orderBy('ad_id').execute();
}

/**
 * Deletes contacts whose last message, and purchase if any, was before `time`. Skips those that another transaction has locked, because to
 * wait for one while others are locked could deadlock. A later call deletes them.
 */
export async function deleteContactsBefore(db: Db, time: number): Promise<void> {
	const outdated = on(db)
		.selectFrom('contacts')
		.select(['ad_id', 'account_id'])
		.where('last_at', '<', time)
		.where(({ or, eb }) => or([eb('bought_at', 'is', null), eb('bought_at', '<', time)]));
	await on(db)
		.deleteFrom('contacts')
		.where(sql<SqlBool>`(ad_id, account_id) in (${toLocking(db, outdated, { skipLocked: true })})`)
		.execute();
}
