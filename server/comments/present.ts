import type { Person } from '../../contract/accounts/accounts.ts';
import type { Comment } from '../../contract/comments/comments.ts';
import { getTarget } from '../content/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { CommentRow } from './tables.ts';

export function presentComment(comment: CommentRow, author: Person): Comment {
	const { target, targetId } = getTarget(comment);
	return {
		id: comment.id,
		target,
		target_id: targetId,
		parent_id: comment.parent_id,
		text: comment.text,
		author,
		created_at: toIsoTime(comment.created_at),
		edited_at: toIsoTime(comment.edited_at),
		replies: comment.replies,
	};
}
