import type { Db, Tx } from '../database/index.ts';
import type { RankedItem } from './ranking.ts';
import type { FeedTables } from './tables.ts';

const on = (db: Db) => db.tables<FeedTables>();

export type MutePreferenceRow = Pick<FeedTables['for_you_less'], 'what' | 'value' | 'created_at'>;

export async function listMutePreferences(db: Db, accountId: number): Promise<MutePreferenceRow[]> {
	return on(db)
		.selectFrom('for_you_less')
		.select(['what', 'value', 'created_at'])
		.where('account_id', '=', accountId)
		.orderBy('created_at', 'desc')
		.orderBy('what')
		.orderBy('value')
		.execute();
}

export async function insertMutePreference(db: Db, accountId: number, mute: MutePreferenceRow): Promise<void> {
	await on(db)
		.insertInto('for_you_less')
		.values({ account_id: accountId, ...mute })
		.onConflict((conflict) => conflict.columns(['account_id', 'what', 'value']).doNothing())
		.execute();
}

export async function deleteMutePreference(
	db: Db,
	accountId: number,
	{ what, value }: Omit<MutePreferenceRow, 'created_at'>,
): Promise<void> {
	await on(db)
		.deleteFrom('for_you_less')
		.where('account_id', '=', accountId)
		.where('what', '=', what)
		.where('value', '=', value)
		.execute();
}

/** Returns those of the given accounts that muted a seller. */
export async function findAccountsMuting(
	db: Db,
	sellerId: number,
	accountIds: readonly number[],
): Promise<Set<number>> {
	if (accountIds.length === 0) return new Set();
	const rows = await on(db)
		.selectFrom('for_you_less')
		.select('account_id')
		.where('account_id', 'in', accountIds)
		.where('what', '=', 'seller')
		.where('value', '=', String(sellerId))
		.execute();
	return new Set(rows.map((row) => row.account_id));
}

export async function deleteMutePreferencesForSeller(tx: Tx, sellerId: number): Promise<void> {
	await on(tx).deleteFrom('for_you_less').where('what', '=', 'seller').where('value', '=', String(sellerId)).execute();
}

export interface RankedFeed {
	/** Id of the stored ranked list; null if the disk was full. */
	id: number | null;
	accountId: number | null;
	madeAt: number;
	items: RankedItem[];
}

/** Stores a ranked list and returns its id. Deletes all but the `limit` newest lists of the same account, or of visitors. */
export async function insertRankedFeed(
	tx: Tx,
	{ accountId, madeAt, items }: Omit<RankedFeed, 'id'>,
	limit: number,
): Promise<number> {
	const { id } = await on(tx)
		.insertInto('for_you_lists')
		.values({
			account_id: accountId,
			made_at: madeAt,
			items: JSON.stringify(items.map(({ type, id, reason }) => (type === 'ad' ? [id, reason, type] : [id, reason]))),
		})
		.returning('id')
		.executeTakeFirstOrThrow();
	const is = accountId === null ? 'is' : '=';
	const newest = on(tx)
		.selectFrom('for_you_lists')
		.select('id')
		.where('account_id', is, accountId)
		.orderBy('id', 'desc')
		.limit(limit);
	await on(tx).deleteFrom('for_you_lists').where('account_id', is, accountId).where('id', 'not in', newest).execute();
	return id;
}

export async function findRankedFeed(db: Db, id: number): Promise<RankedFeed | null> {
	const row = await on(db).selectFrom('for_you_lists').selectAll().where('id', '=', id).executeTakeFirst();
	if (!row) return null;
	const items = JSON.parse(row.items) as [RankedItem['id'], RankedItem['reason'], 'ad'?][];
	return {
		id: row.id,
		accountId: row.account_id,
		madeAt: row.made_at,
		items: items.map(([id, reason, type]) => ({ type: type ?? 'post', id, reason })),
	};
}

export async function deleteRankedFeedsBefore(db: Db, madeAt: number): Promise<void> {
	await on(db).deleteFrom('for_you_lists').where('made_at', '<', madeAt).execute();
}

/** Lists the names, ads and times of the market's cards; with `name`, only of one card. */
export async function listMarketCards(db: Db, name?: string): Promise<FeedTables['market_cards'][]> {
	const query = on(db).selectFrom('market_cards').selectAll();
	return (name === undefined ? query : query.where('name', '=', name)).execute();
}

export async function saveMarketCard(tx: Tx, { name, ...choice }: FeedTables['market_cards']): Promise<void> {
	await on(tx)
		.insertInto('market_cards')
		.values({ name, ...choice })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(choice))
		.execute();
}
