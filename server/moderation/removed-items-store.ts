import type { Insertable, Selectable } from 'kysely';
import type { ReportTarget } from '../../contract/moderation/moderation.ts';
import { type Db, isAmong, type Tx, toListParameter } from '../database/index.ts';
import type { ModerationTables, RemovedPart } from './tables.ts';

const on = (db: Db) => db.tables<ModerationTables>();

/** Most removed items whose pictures are compared with new ones. Those with most keys in common come first. */
const maxPictureCandidates = 50;
/** Rows that one statement inserts. */
const insertBatch = 500;

const heldColumns = { ad: 'ad_id', post: 'post_id' } as const;

export type RemovedItem = Pick<
	Selectable<ModerationTables['removed_items']>,
	'id' | 'decision_id' | 'is_suspension' | 'owner_id' | 'text_signature'
>;

/** Item or account that is compared with removed ones. */
export interface ComparedItem {
	kind: 'ad' | 'post' | 'account';
	target_id: number;
	owner_id: number;
}

export async function insertRemovedItem(
	tx: Tx,
	item: Insertable<ModerationTables['removed_items']>,
	keys: readonly { key: number; part: RemovedPart }[],
): Promise<void> {
	const { id } = await on(tx).insertInto('removed_items').values(item).returning('id').executeTakeFirstOrThrow();
	for (let start = 0; start < keys.length; start += insertBatch) {
		const rows = keys.slice(start, start + insertBatch).map((key) => ({ ...key, item_id: id }));
		await on(tx)
			.insertInto('removed_item_keys')
			.values(rows)
			.onConflict((conflict) => conflict.columns(['key', 'item_id']).doNothing())
			.execute();
	}
}

/** Finds the removed items that have some of the given keys, with the parts that have them. */
export async function findItemsByKeys(
	db: Db,
	keys: readonly number[],
): Promise<{ item_id: number; part: RemovedPart }[]> {
	if (keys.length === 0) return [];
	return on(db)
		.selectFrom('removed_item_keys')
		.select(['item_id', 'part'])
		.distinct()
		.where(isAmong(db, 'key', toListParameter(db, keys)))
		.execute();
}

/** Finds the removed items that have most of the given keys of pictures, with their pictures. */
export async function findItemsByPictureKeys(
	db: Db,
	keys: readonly number[],
): Promise<Pick<Selectable<ModerationTables['removed_items']>, 'id' | 'pictures'>[]> {
	if (keys.length === 0) return [];
	const candidates = on(db)
		.selectFrom('removed_item_keys')
		.select('item_id')
		.where(isAmong(db, 'key', toListParameter(db, keys)))
		.groupBy('item_id')
		.orderBy(({ fn }) => fn.countAll(), 'desc')
		.orderBy('item_id')
		.limit(maxPictureCandidates);
	return on(db).selectFrom('removed_items').select(['id', 'pictures']).where('id', 'in', candidates).execute();
}

/** Finds removed items by id whose decisions are in force. Omits the compared item itself, and the owner's own items of an ended suspension. */
export async function findRemovedItems(
	db: Db,
	ids: readonly number[],
	{ kind, target_id, owner_id }: ComparedItem,
	now: number,
): Promise<RemovedItem[]> {
	if (ids.length === 0) return [];
	return on(db)
		.selectFrom('removed_items as item')
		.leftJoin('decisions', 'decisions.id', 'item.decision_id')
		.select(['item.id', 'item.decision_id', 'item.is_suspension', 'item.owner_id', 'item.text_signature'])
		.where('item.id', 'in', ids)
		.where('decisions.lifted_at', 'is', null)
		.where(({ not, and, or, eb }) =>
			and([
				not(and([eb('item.kind', '=', kind), eb('item.target_id', '=', target_id)])),
				or([
					eb('item.is_suspension', '=', 0),
					and([
						or([eb('item.owner_id', 'is', null), eb('item.owner_id', '<>', owner_id)]),
						or([eb('item.until', 'is', null), eb('item.until', '>', now)]),
					]),
				]),
			]),
		)
		.orderBy('item.id')
		.execute();
}

export async function hasRemovedItem(db: Db, decisionId: number, { kind, target_id }: ComparedItem): Promise<boolean> {
	const query = on(db).selectFrom('removed_items').select('id').where('decision_id', '=', decisionId);
	return (await query.where('kind', '=', kind).where('target_id', '=', target_id).executeTakeFirst()) !== undefined;
}

export async function deleteItemsOfDecision(tx: Tx, decisionId: number): Promise<void> {
	await on(tx).deleteFrom('removed_items').where('decision_id', '=', decisionId).execute();
}

export async function deleteItemsBefore(db: Db, moment: number): Promise<void> {
	await on(db).deleteFrom('removed_items').where('created_at', '<', moment).execute();
}

/** Lists what is stored of an account's removed items, without the hashes. */
export async function listItemsByOwner(
	db: Db,
	ownerId: number,
): Promise<
	(Pick<Selectable<ModerationTables['removed_items']>, 'kind' | 'target_id' | 'created_at'> & {
		parts: RemovedPart[];
	})[]
> {
	const rows = await on(db)
		.selectFrom('removed_items as item')
		.leftJoin('removed_item_keys as keys', 'keys.item_id', 'item.id')
		.select(['item.id', 'item.kind', 'item.target_id', 'item.created_at', 'keys.part'])
		.distinct()
		.where('item.owner_id', '=', ownerId)
		.orderBy('item.id')
		.orderBy('keys.part')
		.execute();
	return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((parts) => {
		const [first] = parts;
		if (!first) return [];
		const { kind, target_id, created_at } = first;
		return [{ kind, target_id, created_at, parts: parts.flatMap(({ part }) => part ?? []) }];
	});
}

export async function detachItemsFromOwner(tx: Tx, ownerId: number): Promise<void> {
	await on(tx).updateTable('removed_items').set({ owner_id: null }).where('owner_id', '=', ownerId).execute();
}

/** Remembers that an ad or post is hidden until a moderator has looked at it. Returns false if it is held already. */
export async function insertHeldItem(
	tx: Tx,
	{ kind, target_id }: { kind: keyof typeof heldColumns; target_id: number },
): Promise<boolean> {
	const rows = await on(tx)
		.insertInto('held_items')
		.values({ ad_id: null, post_id: null, [heldColumns[kind]]: target_id })
		.onConflict((conflict) => conflict.doNothing())
		.returning(heldColumns[kind])
		.execute();
	return rows.length > 0;
}

/** Forgets that an item is held. Returns whether it was. */
export async function deleteHeldItem(tx: Tx, kind: ReportTarget, targetId: number): Promise<boolean> {
	if (kind !== 'ad' && kind !== 'post') return false;
	const query = on(tx).deleteFrom('held_items').where(heldColumns[kind], '=', targetId);
	return (await query.returning(['ad_id', 'post_id']).execute()).length > 0;
}

/** Returns those of the given items that are held, as `kind id`. */
export async function findHeldItems(
	db: Db,
	items: readonly { kind: ReportTarget; target_id: number }[],
): Promise<Set<string>> {
	const isListed = (kind: keyof typeof heldColumns) => {
		const ids = items.flatMap((item) => (item.kind === kind ? item.target_id : []));
		return isAmong(db, heldColumns[kind], toListParameter(db, ids));
	};
	const rows = await on(db)
		.selectFrom('held_items')
		.selectAll()
		.where(({ or }) => or([isListed('ad'), isListed('post')]))
		.execute();
	return new Set(rows.map(({ ad_id, post_id }) => (ad_id === null ? `post ${post_id}` : `ad ${ad_id}`)));
}
