import { type SqlBool, sql, type Updateable } from 'kysely';
import type { ContentTarget } from '../../contract/core/target.ts';
import { compareTargets, getTarget, targetColumns } from '../content/index.ts';
import type { AuthorizedRow, ModeratorAuthorizedRow } from '../core/authorization.ts';
import { countByIdAndDay, type Db, runCompiled, selectFromJson, type Tx } from '../database/index.ts';
import type { CommentRow, CommentTables } from './tables.ts';

const on = (db: Db) => db.tables<CommentTables>();

type NewComment = Pick<CommentRow, 'account_id' | 'owner_id' | 'parent_id' | 'text' | 'created_at'> & {
	/** Id of the ad or post. */
	targetId: number;
};

// `visible` is compared with an SQL literal, because with a bound parameter the query planner ignores partial indexes on `visible = 1`.
const visible = sql.lit(1);

/** Inserts comments on ads or posts. Returns them in any order. */
export async function insertComments(
	tx: Tx,
	target: ContentTarget,
	comments: readonly NewComment[],
): Promise<CommentRow[]> {
	if (comments.length === 0) return [];
	return runCompiled(tx, `comments on ${target}`, { list: JSON.stringify(comments) }, ({ list }) =>
		on(tx)
			.insertInto('comments')
			.columns([targetColumns[target], 'account_id', 'owner_id', 'parent_id', 'text', 'created_at'])
			.expression(
				selectFromJson(tx, list, {
					targetId: 'bigint',
					account_id: 'bigint',
					owner_id: 'bigint',
					parent_id: 'bigint',
					text: 'text',
					created_at: 'bigint',
				}),
			)
			.returningAll(),
	);
}

/** Counts visible comments per ad or post and UTC day. `from` is in milliseconds since 1970, `day` in days since 1970. */
export function countCommentsByItemAndDay(
	db: Db,
	target: ContentTarget,
	ids: readonly number[],
	from: number,
): Promise<{ id: number; day: number; count: number }[]> {
	const condition = sql<SqlBool>`visible = ${visible}`;
	return countByIdAndDay(db, { table: 'comments', column: targetColumns[target], condition }, ids, from);
}

export async function findComment(db: Db, id: number): Promise<CommentRow | null> {
	return (await on(db).selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

async function update(tx: Tx, id: number, change: Updateable<CommentTables['comments']>): Promise<CommentRow | null> {
	return (
		(await on(tx).updateTable('comments').set(change).where('id', '=', id).returningAll().executeTakeFirst()) ?? null
	);
}

export function updateCommentText(
	tx: Tx,
	{ id }: AuthorizedRow<CommentRow>,
	change: { text: string; edited_at: number },
): Promise<CommentRow | null> {
	return update(tx, id, change);
}

export function setCommentHidden(
	tx: Tx,
	{ id }: ModeratorAuthorizedRow<CommentRow>,
	hidden_at: number | null,
): Promise<CommentRow | null> {
	return update(tx, id, { hidden_at });
}

export function setCommentAuthorHidden(tx: Tx, id: number, isHidden: boolean): Promise<CommentRow | null> {
	return update(tx, id, { owner_gone: isHidden ? 1 : 0 });
}

/** Adds `delta` to a comment's number of replies. Returns false if the comment does not exist. */
export async function incrementReplyCount(tx: Tx, id: number, delta: number): Promise<boolean> {
	const row = await on(tx)
		.updateTable('comments')
		.set((eb) => ({ replies: eb('replies', '+', delta) }))
		.where('id', '=', id)
		.returning('id')
		.executeTakeFirst();
	return row !== undefined;
}

/** Lists the comments on ads or posts whose number of replies is wrong. `missing` is what must be added to the number. */
export async function listWrongReplyCounts(
	db: Db,
	target: ContentTarget,
	ids: readonly number[],
): Promise<{ id: number; missing: number }[]> {
	const missing = sql<number>`(select count(*) from comments as reply where reply.parent_id = comments.id and reply.visible = ${visible}) - replies`;
	const rows = await on(db)
		.selectFrom('comments')
		.select(['id', missing.as('missing')])
		.where(targetColumns[target], 'in', ids)
		.where('parent_id', 'is', null)
		.where(missing, '<>', 0)
		.execute();
	return rows.map((row) => ({ id: row.id, missing: Number(row.missing) }));
}

/** Counts the visible comments of each ad or post, with the visible replies to them. Omits those without comments. */
export async function countVisibleComments(
	db: Db,
	target: ContentTarget,
	ids: readonly number[],
): Promise<Map<number, number>> {
	const column = targetColumns[target];
	const rows = await on(db)
		.selectFrom('comments')
		.select((eb) => [eb.ref(column).$notNull().as('id'), sql<number>`sum(1 + replies)`.as('count')])
		.where(column, 'in', ids)
		.where('parent_id', 'is', null)
		.where('visible', '=', visible)
		.groupBy(column)
		.execute();
	return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Account on an ad or post. */
export interface ItemAuthor {
	targetId: number;
	accountId: number;
}

/** SQL condition for visible comments that are not replies to a hidden one. */
const isShown = sql<SqlBool>`comments.visible = ${visible} and not exists (
	select 1 from comments as thread where thread.id = comments.parent_id and thread.visible <> ${visible}
)`;

/** Returns those of the given accounts that have a visible comment on the ad or post beside them. Costs one index lookup for each. */
export async function filterAuthors(
	db: Db,
	target: ContentTarget,
	authors: readonly ItemAuthor[],
): Promise<ItemAuthor[]> {
	if (authors.length === 0) return [];
	const list = JSON.stringify(authors.map(({ targetId, accountId }) => ({ targetId, accountId })));
	return runCompiled(db, `authors on ${target}`, { list }, (values) => {
		const given = selectFromJson(db, values.list, { targetId: 'bigint', accountId: 'bigint' });
		return on(db)
			.selectFrom(sql<ItemAuthor>`(${given})`.as('author'))
			.selectAll()
			.where(({ selectFrom }) =>
				// PostgreSQL would join EXISTS to all comments.
				selectFrom('comments')
					.select(sql<SqlBool>`true`.as('is_shown'))
					.whereRef(`comments.${targetColumns[target]}`, '=', 'author.targetId')
					.whereRef('comments.account_id', '=', 'author.accountId')
					.where(isShown)
					.limit(sql.lit(1))
					.$asScalar(),
			);
	});
}

/** Lists who has visible comments on ads or posts of others. */
export async function listAuthors(db: Db, target: ContentTarget, ids: readonly number[]): Promise<ItemAuthor[]> {
	const column = targetColumns[target];
	return on(db)
		.selectFrom('comments')
		.select((eb) => [eb.ref(column).$notNull().as('targetId'), 'account_id as accountId'])
		.distinct()
		.where(column, 'in', ids)
		.whereRef('account_id', '<>', 'owner_id')
		.where(isShown)
		.execute();
}

/** Lists the authors of the replies to a comment. */
export async function listReplyAuthorIds(db: Db, id: number): Promise<number[]> {
	const query = on(db).selectFrom('comments').select('account_id').distinct().where('parent_id', '=', id);
	return (await query.execute()).map((row) => row.account_id);
}

/** Lists the ids of ads or posts of others on which an account commented, ascending. */
export async function listCommentedIds(db: Db, target: ContentTarget, accountId: number): Promise<number[]> {
	const column = targetColumns[target];
	const rows = await on(db)
		.selectFrom('comments')
		.select((eb) => eb.ref(column).$notNull().as('id'))
		.distinct()
		.where('account_id', '=', accountId)
		.where(column, 'is not', null)
		.whereRef('account_id', '<>', 'owner_id')
		.orderBy('id')
		.execute();
	return rows.map((row) => row.id);
}

/** Deletes a comment. The database deletes its replies by cascade. Returns null, as an update of a missing comment does. */
export async function deleteComment(
	tx: Tx,
	{ id }: AuthorizedRow<CommentRow> | ModeratorAuthorizedRow<CommentRow>,
): Promise<null> {
	await on(tx).deleteFrom('comments').where('id', '=', id).execute();
	return null;
}

/** Lists visible top-level comments of an ad or a post, newest first. */
export async function listComments(
	db: Db,
	target: ContentTarget,
	targetId: number,
	beforeId: number | null,
	limit: number,
): Promise<CommentRow[]> {
	let query = on(db)
		.selectFrom('comments')
		.selectAll()
		.where(targetColumns[target], '=', targetId)
		.where('parent_id', 'is', null)
		.where('visible', '=', visible);
	if (beforeId !== null) query = query.where('id', '<', beforeId);
	return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Lists visible replies to a comment, oldest first. */
export async function listReplies(
	db: Db,
	parentId: number,
	afterId: number | null,
	limit: number,
): Promise<CommentRow[]> {
	let query = on(db)
		.selectFrom('comments')
		.selectAll()
		.where('parent_id', '=', parentId)
		.where('visible', '=', visible);
	if (afterId !== null) query = query.where('id', '>', afterId);
	return query.orderBy('id').limit(limit).execute();
}

/** Number of an owner's latest comments that a search for unanswered comments, or for first answers, scans. */
const scanLimit = 1000;

/** Lists visible comments by others that the owner has not answered later in the same thread, newest first. Scans `scanLimit` comments. */
export async function listUnansweredComments(
	db: Db,
	ownerId: number,
	beforeId: number | null,
	limit: number,
): Promise<CommentRow[]> {
	let query = on(db)
		.selectFrom(({ selectFrom }) =>
			selectFrom('comments')
				.selectAll()
				.where('owner_id', '=', ownerId)
				.orderBy('id', 'desc')
				.limit(scanLimit)
				.as('recent'),
		)
		.selectAll('recent')
		.where('recent.account_id', '<>', ownerId)
		.where('recent.visible', '=', visible)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('comments as thread')
						.select('thread.id')
						.whereRef('thread.id', '=', 'recent.parent_id')
						.where('thread.visible', '<>', visible),
				),
			),
		)
		.where(({ not, exists, selectFrom, ref }) =>
			not(
				exists(
					selectFrom('comments as answer')
						.select('answer.id')
						.where('answer.parent_id', '=', sql<number>`coalesce(${ref('recent.parent_id')}, ${ref('recent.id')})`)
						.where('answer.account_id', '=', ownerId)
						.whereRef('answer.id', '>', 'recent.id'),
				),
			),
		);
	if (beforeId !== null) query = query.where('recent.id', '<', beforeId);
	return query.orderBy('recent.id', 'desc').limit(limit).execute();
}

export async function findComments(db: Db, ids: readonly number[]): Promise<CommentRow[]> {
	if (ids.length === 0) return [];
	return on(db).selectFrom('comments').selectAll().where('id', 'in', ids).execute();
}

/** Lists an author's comments by target, ads before posts. Callers lock the targets in this order, to prevent deadlocks. */
export async function listAuthorComments(db: Db, accountId: number): Promise<CommentRow[]> {
	const rows = await on(db).selectFrom('comments').selectAll().where('account_id', '=', accountId).execute();
	return rows.sort((a, b) => compareTargets(getTarget(a), getTarget(b)) || a.id - b.id);
}

/**
 * Lists the delays in milliseconds between visible questions of others on an owner's ads and the owner's first answer in the same thread.
 * Only questions that were asked at or after `since` count. Scans `scanLimit` comments.
 */
export async function listFirstAnswerDelays(db: Db, ownerId: number, since: number): Promise<number[]> {
	const rows = await on(db)
		.selectFrom(({ selectFrom }) =>
			selectFrom('comments')
				.selectAll()
				.where('owner_id', '=', ownerId)
				.orderBy('id', 'desc')
				.limit(scanLimit)
				.as('question'),
		)
		.innerJoin('comments as answer', 'answer.parent_id', 'question.id')
		.select((eb) => ['question.created_at as asked_at', eb.fn.min('answer.created_at').as('answered_at')])
		.where('question.ad_id', 'is not', null)
		.where('question.parent_id', 'is', null)
		.where('question.account_id', '<>', ownerId)
		.where('question.visible', '=', visible)
		.where('question.created_at', '>=', since)
		.where('answer.account_id', '=', ownerId)
		.where('answer.visible', '=', visible)
		.groupBy(['question.id', 'question.created_at'])
		.execute();
	return rows.map((row) => Number(row.answered_at) - row.asked_at);
}

/** Lists the ads and posts of an account's latest comments, newest comment first. */
export async function listRecentlyCommentedItems(
	db: Db,
	accountId: number,
	limit: number,
): Promise<{ target: ContentTarget; targetId: number }[]> {
	const rows = await on(db)
		.selectFrom('comments')
		.select(['ad_id', 'post_id'])
		.where('account_id', '=', accountId)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
	return rows.map(getTarget);
}
