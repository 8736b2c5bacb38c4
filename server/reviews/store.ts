import { type Insertable, sql, type Updateable } from 'kysely';
import type { ModeratorAuthorizedRow } from '../core/authorization.ts';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { ReceivedReview, WrittenReview } from './policy.ts';
import type { ReviewRow, ReviewTables } from './tables.ts';

const on = (db: Db) => db.tables<ReviewTables>();

const visible = sql.lit(1);

/** Inserts a review. Returns null if the buyer has already reviewed the seller for this ad. */
export async function insertReview(tx: Tx, review: Insertable<ReviewTables['reviews']>): Promise<ReviewRow | null> {
	const row = await on(tx)
		.insertInto('reviews')
		.values(review)
		.onConflict((conflict) => conflict.columns(['ad_id', 'buyer_id']).doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

export async function findReview(db: Db, id: number): Promise<ReviewRow | null> {
	return (await on(db).selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findReviews(db: Db, ids: readonly number[]): Promise<ReviewRow[]> {
	if (ids.length === 0) return [];
	return on(db).selectFrom('reviews').selectAll().where('id', 'in', ids).execute();
}

export async function lockReviewRow(tx: Tx, id: number): Promise<ReviewRow | null> {
	return lockRow(tx, on(tx).selectFrom('reviews').selectAll().where('id', '=', id));
}

export async function findReviewOfAd(db: Db, adId: number, buyerId: number): Promise<ReviewRow | null> {
	const query = on(db).selectFrom('reviews').selectAll().where('ad_id', '=', adId).where('buyer_id', '=', buyerId);
	return (await query.executeTakeFirst()) ?? null;
}

/** Lists visible reviews of a seller, newest first. Costs one index walk. */
export async function listSellerReviews(
	db: Db,
	sellerId: number,
	beforeId: number | null,
	limit: number,
): Promise<ReviewRow[]> {
	let query = on(db).selectFrom('reviews').selectAll().where('seller_id', '=', sellerId).where('visible', '=', visible);
	if (beforeId !== null) query = query.where('id', '<', beforeId);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Counts the visible reviews of each seller and sums up their stars. Omits sellers without reviews. */
export async function sumReviews(
	db: Db,
	sellerIds: readonly number[],
): Promise<Map<number, { count: number; stars: number }>> {
	const rows = await on(db)
		.selectFrom('reviews')
		.select(({ fn, ref }) => [
			ref('seller_id').$notNull().as('id'),
			fn.countAll<number>().as('count'),
			fn.sum<number>('stars').as('stars'),
		])
		.where('seller_id', 'in', sellerIds)
		.where('visible', '=', visible)
		.groupBy('seller_id')
		.execute();
	return new Map(rows.map(({ id, count, stars }) => [id, { count: Number(count), stars: Number(stars) }]));
}

export async function listBuyerReviews(db: Db, buyerId: number): Promise<ReviewRow[]> {
	return on(db).selectFrom('reviews').selectAll().where('buyer_id', '=', buyerId).orderBy('id').execute();
}

export async function listReviewedSellerIds(db: Db, buyerIds: readonly number[]): Promise<number[]> {
	const query = on(db).selectFrom('reviews').select('seller_id').distinct().where('buyer_id', 'in', buyerIds);
	return (await query.execute()).flatMap((row) => row.seller_id ?? []);
}

export async function listRepliedReviews(db: Db, sellerId: number): Promise<ReviewRow[]> {
	return on(db)
		.selectFrom('reviews')
		.selectAll()
		.where('seller_id', '=', sellerId)
		.where('reply', 'is not', null)
		.orderBy('id')
		.execute();
}

async function update(tx: Tx, id: number, change: Updateable<ReviewTables['reviews']>): Promise<ReviewRow> {
	return on(tx).updateTable('reviews').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function updateReview(
	tx: Tx,
	{ id }: WrittenReview,
	change: Pick<Updateable<ReviewTables['reviews']>, 'stars' | 'text' | 'edited_at'>,
): Promise<ReviewRow> {
	return update(tx, id, change);
}

export function setReply(
	tx: Tx,
	{ id }: ReceivedReview,
	change: Pick<ReviewRow, 'reply' | 'reply_created_at' | 'reply_edited_at'>,
): Promise<ReviewRow> {
	return update(tx, id, change);
}

export function setReviewHidden(
	tx: Tx,
	{ id }: ModeratorAuthorizedRow<ReviewRow>,
	hidden: { hidden_at: number | null } | { reply_hidden_at: number | null },
): Promise<ReviewRow> {
	return update(tx, id, hidden);
}

const noReply = { reply: null, reply_created_at: null, reply_edited_at: null, reply_hidden_at: null };

/** Removes the reply of a review and keeps it hidden, so that the seller cannot write another. */
export function takeDownReply(tx: Tx, { id }: ModeratorAuthorizedRow<ReviewRow>, at: number): Promise<ReviewRow> {
	return update(tx, id, { ...noReply, reply_hidden_at: at });
}

/** Removes the words of a review and hides it. Its row stays, so that the author cannot review the ad again. */
export function takeDownReview(tx: Tx, { id }: ModeratorAuthorizedRow<ReviewRow>, at: number): Promise<ReviewRow> {
	return update(tx, id, { ...noReply, text: '', hidden_at: at });
}

export async function deleteReview(tx: Tx, { id }: WrittenReview | ModeratorAuthorizedRow<ReviewRow>): Promise<void> {
	await on(tx).deleteFrom('reviews').where('id', '=', id).execute();
}

/** Hides or shows the reviews by an account whose visibility changes. Returns the changed reviews. */
export async function setAuthorHidden(tx: Tx, buyerId: number, isHidden: boolean): Promise<ReviewRow[]> {
	return on(tx)
		.updateTable('reviews')
		.set({ owner_gone: isHidden ? 1 : 0 })
		.where('buyer_id', '=', buyerId)
		.where('owner_gone', '=', isHidden ? 0 : 1)
		.returningAll()
		.execute();
}

/** Removes the name and the text of an author from the reviews, and shows their stars again. Returns the changed reviews. */
export async function anonymizeAuthor(tx: Tx, buyerId: number): Promise<ReviewRow[]> {
	return on(tx)
		.updateTable('reviews')
		.set({ buyer_id: null, text: '', edited_at: null, owner_gone: 0 })
		.where('buyer_id', '=', buyerId)
		.returningAll()
		.execute();
}

/** Deletes an account's hidden reviews and those of erased sellers, or all its reviews. */
export async function deleteUncountedReviews(tx: Tx, buyerId: number, { all }: { all: boolean }): Promise<void> {
	let query = on(tx).deleteFrom('reviews').where('buyer_id', '=', buyerId);
	if (!all) query = query.where(({ or, eb }) => or([eb('hidden_at', 'is not', null), eb('seller_id', 'is', null)]));
	await query.execute();
}

/** Removes the account, the replies and the titles of a seller from the reviews. Deletes reviews whose author is erased, too. */
export async function anonymizeSeller(tx: Tx, sellerId: number): Promise<void> {
	await on(tx).deleteFrom('reviews').where('seller_id', '=', sellerId).where('buyer_id', 'is', null).execute();
	await on(tx)
		.updateTable('reviews')
		.set({
			seller_id: null,
			ad_title: '',
			reply: null,
			reply_created_at: null,
			reply_edited_at: null,
			reply_hidden_at: null,
		})
		.where('seller_id', '=', sellerId)
		.execute();
}

export async function clearAdTitle(tx: Tx, adId: number): Promise<void> {
	await on(tx).updateTable('reviews').set({ ad_title: '' }).where('ad_id', '=', adId).execute();
}
