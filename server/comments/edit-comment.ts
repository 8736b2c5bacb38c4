import * as contentApiText from '../../text/server/content-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { accountVisibilityChanged } from '../accounts/index.ts';
import { getTarget } from '../content/index.ts';
import type { AuthorizedRow, Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { commentsCacheTag } from './cache-tags.ts';
import type { CommentService, CommentServiceDeps } from './comments.ts';
import { addCounts, type CommentCounts, filterRanking } from './count-comments.ts';
import { emitCommentWritten } from './emit-comment-written.ts';
import { authorizeCommentAuthor, authorizeCommentModerator } from './policy.ts';
import * as store from './store.ts';
import type { CommentRow } from './tables.ts';
import { commentNotFound, isCommentVisible, presentOneComment, requireVisibleComment } from './visible-comments.ts';

/** Changes, hides and deletes comments. Hides and shows them with their author. */
export function createCommentEditing({ clock, events, accounts, ads, posts }: Omit<CommentServiceDeps, 'db'>) {
	const services = { ads, posts };

	async function requireOwnComment(tx: Tx, actor: Actor, id: number): Promise<AuthorizedRow<CommentRow>> {
		const comment = authorizeCommentAuthor(actor, await requireVisibleComment(tx, services, id));
		if (!comment) throw new DomainError('forbidden', contentApiText.commentOfAnother);
		return comment;
	}

	/** Counts a comment and its visible replies. Returns 0 if the comment is not visible. */
	async function countVisible(tx: Tx, comment: CommentRow): Promise<number> {
		if (!(await isCommentVisible(tx, comment))) return 0;
		return comment.parent_id === null ? 1 + comment.replies : 1;
	}

	/** Finds a comment for a moderator. Returns null if the comment does not exist. Throws `forbidden` for other actors. */
	async function findModerated(
		tx: Tx,
		actor: Moderator,
		id: number,
	): Promise<ModeratorAuthorizedRow<CommentRow> | null> {
		const comment = await store.findComment(tx, id);
		const moderated = comment && authorizeCommentModerator(actor, comment);
		if (comment && !moderated) throw new DomainError('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	/**
	 * Shows, hides or deletes a comment, and adjusts the counts of its ad or post and of its parent comment. `change` returns null for a
	 * deleted comment. Returns false if the comment is already deleted.
	 */
	async function changeVisibility(tx: Tx, row: CommentRow, change: () => Promise<CommentRow | null>): Promise<boolean> {
		const { target, targetId } = getTarget(row);
		// Locks the ad or post before the comment is read, so that the counts cannot change concurrently.
		await addCounts(tx, services, target, targetId, {});
		const before = await store.findComment(tx, row.id);
		if (!before) return false;
		const { account_id, owner_id: ownerId, parent_id } = before;
		const authorIds = [account_id, ...(before.replies > 0 ? await store.listReplyAuthorIds(tx, row.id) : [])];
		const authors = await filterRanking(
			tx,
			accounts,
			authorIds.map((accountId) => ({ targetId, accountId, ownerId })),
		);
		const count = async (comment: CommentRow | null): Promise<CommentCounts> => ({
			comments: comment ? await countVisible(tx, comment) : 0,
			ranked_comments: (await store.filterAuthors(tx, target, authors)).length,
		});
		const old = await count(before);
		const after = await change();
		const shown = (after?.visible ?? 0) - before.visible;
		if (shown === 0) return true;
		const now = await count(after);
		await addCounts(tx, services, target, targetId, {
			comments: now.comments - old.comments,
			ranked_comments: now.ranked_comments - old.ranked_comments,
		});
		if (parent_id !== null) await store.incrementReplyCount(tx, parent_id, shown);
		return true;
	}

	/** Deletes a comment with its replies. Returns false if the comment is already deleted. */
	const deletePermanently = (tx: Tx, row: AuthorizedRow<CommentRow> | ModeratorAuthorizedRow<CommentRow>) =>
		changeVisibility(tx, row, () => store.deleteComment(tx, row));

	async function setHidden(tx: Tx, actor: Moderator, id: number, hiddenAt: number | null): Promise<void> {
		const comment = await findModerated(tx, actor, id);
		if (comment) await changeVisibility(tx, comment, () => store.setCommentHidden(tx, comment, hiddenAt));
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		for (const comment of await store.listAuthorComments(tx, accountId)) {
			await changeVisibility(tx, comment, () => store.setCommentAuthorHidden(tx, comment.id, !isVisible));
		}
	});

	return {
		async update(tx, actor, id, text) {
			const comment = await requireOwnComment(tx, actor, id);
			if (comment.text === text) return presentOneComment(tx, accounts, comment);
			const changed = await store.updateCommentText(tx, comment, { text, edited_at: clock.now() });
			if (!changed) throw commentNotFound();
			const { target, targetId } = getTarget(comment);
			tx.invalidate(commentsCacheTag(target, targetId));
			await emitCommentWritten(tx, events, changed, false);
			return presentOneComment(tx, accounts, changed);
		},

		async remove(tx, actor, id) {
			if (!(await deletePermanently(tx, await requireOwnComment(tx, actor, id)))) throw commentNotFound();
		},

		hide: (tx, actor, id) => setHidden(tx, actor, id, clock.now()),

		unhide: (tx, actor, id) => setHidden(tx, actor, id, null),

		async takeDown(tx, actor, id) {
			const comment = await findModerated(tx, actor, id);
			if (comment) await deletePermanently(tx, comment);
		},

		async eraseByAuthor(tx, accountId) {
			for (const { id } of await store.listAuthorComments(tx, accountId)) {
				// A reply to the author's own comment may already be deleted together with that comment.
				const comment = await store.findComment(tx, id);
				const own = comment && authorizeCommentAuthor({ accountId }, comment);
				if (own) await deletePermanently(tx, own);
			}
		},
	} satisfies Partial<CommentService>;
}
