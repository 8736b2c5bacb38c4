import * as contentApiText from '../../text/server/content-api.ts';
import * as commonText from '../../text/shared/common.ts';
import { getTarget } from '../content/index.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import { commentsCacheTag } from './cache-tags.ts';
import type { CommentServiceDeps, NewComment } from './comments.ts';
import { listNewlyRankedIds } from './count-comments.ts';
import * as store from './store.ts';
import type { CommentRow } from './tables.ts';
import { type CommentedServices, isCommentVisible } from './visible-comments.ts';

/**
 * Adds a comment to the counts of its ad or post. Counts no posting quota and emits no events. Throws `not_found`, or `invalid` for a parent
 * that is not visible or is about another item. `repliedToId` is the account that is answered. `createdAt` is in milliseconds since 1970.
 */
export async function addComment(
	tx: Tx,
	{ accounts, ...services }: CommentedServices & Pick<CommentServiceDeps, 'accounts'>,
	{ accountId, target, targetId, form: { text, parent_id } }: NewComment,
	createdAt: number,
): Promise<{ comment: CommentRow; repliedToId: number | null }> {
	const commented = await services[target].bumpVisible(tx, targetId, {});
	if (!commented) throw new DomainError('not_found', commonText.notHere);
	const { ownerId } = commented.about;
	tx.invalidateSoon(commentsCacheTag(target, targetId));
	const repliedTo = parent_id ? await store.findComment(tx, parent_id) : null;
	const parentTarget = repliedTo && getTarget(repliedTo);
	const parentId = repliedTo && (repliedTo.parent_id ?? repliedTo.id);
	if (parent_id && (parentTarget?.target !== target || parentTarget.targetId !== targetId)) throw invalidParent();
	if (repliedTo && !(await isCommentVisible(tx, repliedTo))) throw invalidParent();
	if (parentId && !(await store.incrementReplyCount(tx, parentId, 1))) throw invalidParent();
	const newlyRanked = await listNewlyRankedIds(tx, accounts, target, [{ targetId, accountId, ownerId }]);
	await services[target].bump(tx, targetId, { comments: 1, ranked_comments: newlyRanked.length });
	const [comment] = await store.insertComments(tx, target, [
		{
			targetId,
			account_id: accountId,
			owner_id: ownerId,
			parent_id: parentId,
			text,
			created_at: createdAt,
		},
	]);
	if (!comment) throw new Error('A comment was not inserted');
	return { comment, repliedToId: repliedTo?.account_id ?? null };
}

function invalidParent(): DomainError {
	return invalidInput({ parent_id: contentApiText.repliedCommentGone });
}
