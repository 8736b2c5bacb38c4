import { contentTargets } from '../../contract/core/target.ts';
import { getTarget, toItemKey } from '../content/index.ts';
import type { LockOptions } from '../core/batcher.ts';
import type { Tx } from '../database/index.ts';
import { addComment } from './add-comment.ts';
import { commentsCacheTag } from './cache-tags.ts';
import type { CommentService, CommentServiceDeps, NewComment } from './comments.ts';
import { listNewlyRankedIds } from './count-comments.ts';
import { emitCommentWritten } from './emit-comment-written.ts';
import { type CommentPosted, commentsPosted } from './events.ts';
import { presentComment } from './present.ts';
import * as store from './store.ts';
import type { CommentRow } from './tables.ts';
import { presentOneComment } from './visible-comments.ts';

export function createCommentPosting(
	{ clock, events, accounts, ads, posts }: Omit<CommentServiceDeps, 'db'>,
	refreshResponseTime: CommentService['refreshResponseTime'],
) {
	const services = { ads, posts };

	/** Inserts comments without parents. `owners` has the owner of each ad or post. Returns the rows in the same order. */
	async function insertTogether(
		tx: Tx,
		comments: readonly NewComment[],
		owners: ReadonlyMap<string, number>,
	): Promise<CommentRow[]> {
		const created_at = clock.now();
		const rows: CommentRow[] = [];
		for (const target of contentTargets) {
			const ofTarget = comments.filter((comment) => comment.target === target);
			const values = ofTarget.map(({ accountId, targetId, form: { text } }) => {
				const owner_id = owners.get(toItemKey({ target, targetId })) ?? 0;
				return { targetId, account_id: accountId, owner_id, parent_id: null, text, created_at };
			});
			rows.push(...(await store.insertComments(tx, target, values)));
		}
		// Comments with the same key are equal, so it does not matter which of them gets which row.
		const toKey = (accountId: number, item: string, text: string) => `${accountId} ${item} ${text}`;
		const byKey = Map.groupBy(rows, (row) => toKey(row.account_id, toItemKey(getTarget(row)), row.text));
		return comments.map((comment) => {
			const row = byKey.get(toKey(comment.accountId, toItemKey(comment), comment.form.text))?.shift();
			if (!row) throw new Error('A comment was not inserted');
			return row;
		});
	}

	/** Locks visible ads or posts. Returns their owners; with `skipLocked`, only of those that no other transaction has locked. */
	async function lockOwners(
		tx: Tx,
		comments: readonly NewComment[],
		options: LockOptions,
	): Promise<Map<string, number>> {
		const owners = new Map<string, number>();
		for (const target of contentTargets) {
			const ids = comments.filter((comment) => comment.target === target).map(({ targetId }) => targetId);
			for (const [targetId, { about }] of await services[target].lockVisible(tx, new Set(ids), options))
				owners.set(toItemKey({ target, targetId }), about.ownerId);
		}
		return owners;
	}

	/** Adds new comments to the counts of their ads or posts, which the transaction has locked. `owners` has the owner of each. */
	async function countComments(
		tx: Tx,
		comments: readonly NewComment[],
		owners: ReadonlyMap<string, number>,
	): Promise<void> {
		for (const target of contentTargets) {
			const ofTarget = comments.filter((comment) => comment.target === target);
			const ids = ofTarget.map(({ targetId }) => targetId);
			const authors = ofTarget.map(({ accountId, targetId }) => {
				return { accountId, targetId, ownerId: owners.get(toItemKey({ target, targetId })) ?? 0 };
			});
			await services[target].bumpPerId(tx, ids, 'comments', await listNewlyRankedIds(tx, accounts, target, authors));
			for (const id of ids) tx.invalidateSoon(commentsCacheTag(target, id));
		}
	}

	return {
		async create(tx, newComment) {
			const { accountId } = newComment;
			const author = await accounts.consumePostingQuota(tx, accountId, 'comments');
			const { comment, repliedToId } = await addComment(tx, { accounts, ads, posts }, newComment, clock.now());
			await events.emit(tx, commentsPosted, [{ ...toPosted(comment), repliedToId }]);
			await emitCommentWritten(tx, events, comment, true);
			// The posting quota has locked the account of the seller, who is the author of the answer.
			if (comment.parent_id !== null && comment.ad_id !== null && comment.owner_id === accountId) {
				await refreshResponseTime(tx, accountId);
				return presentOneComment(tx, accounts, comment);
			}
			return presentComment(comment, author);
		},

		async createTogether(tx, comments, options) {
			// Ads and posts are locked before authors, for whose locks nothing waits here.
			const owners = await lockOwners(tx, comments, options);
			const onVisible = comments.filter((comment) => owners.has(toItemKey(comment)));
			const authorIds = onVisible.map(({ accountId }) => accountId);
			const authors = await accounts.consumePostingQuotas(tx, authorIds, 'comments');
			const accepted = onVisible.filter(({ accountId }) => authors.has(accountId));
			await countComments(tx, accepted, owners);
			const rows = await insertTogether(tx, accepted, owners);
			if (rows.length > 0) await events.emit(tx, commentsPosted, rows.map(toPosted));
			for (const row of rows) await emitCommentWritten(tx, events, row, true);
			const created = new Map(accepted.map((comment, index) => [comment, rows[index]]));
			return comments.map((comment) => {
				const [row, author] = [created.get(comment), authors.get(comment.accountId)];
				return row && author ? presentComment(row, author) : null;
			});
		},
	} satisfies Partial<CommentService>;
}

function toPosted(comment: CommentRow): CommentPosted {
	const { target, targetId } = getTarget(comment);
	const { id: commentId, owner_id: ownerId, account_id: accountId } = comment;
	return { commentId, target, targetId, ownerId, accountId, repliedToId: null };
}
