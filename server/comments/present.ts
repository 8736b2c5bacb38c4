import type { Person } from '../../contract/accounts/accounts.ts';
import type { Comment } from '../../contract/comments/comments.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { CommentRow } from './tables.ts';

export function getCommentTarget(comment: CommentRow): { target: ContentTarget; targetId: number } {
	return comment.ad_id === null
		? { target: 'posts', targetId: comment.post_id ?? 0 }
		: { target: 'ads', targetId: comment.ad_id };
}

export function presentComment(comment: CommentRow, author: Person): Comment {
	const { target, targetId } = getCommentTarget(comment);
	return {
		id: comment.id,
		target,
		target_id: targetId,
		parent_id: comment.parent_id,
		text: comment.text,
		author,
		created_at: new Date(comment.created_at).toISOString(),
		edited_at: comment.edited_at === null ? null : new Date(comment.edited_at).toISOString(),
		replies: comment.replies,
	};
}
