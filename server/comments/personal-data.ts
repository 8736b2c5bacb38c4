import { isoTime, type PersonalData } from '../accounts/index.ts';
import type { CommentService } from './comments.ts';
import { getTarget } from './present.ts';
import { listAuthorComments } from './store.ts';

export function commentPersonalData(comments: CommentService): PersonalData {
	return {
		section: 'comments',
		export: async (at, accountId) =>
			(await listAuthorComments(at, accountId)).map((comment) => {
				const { target, targetId } = getTarget(comment);
				return {
					id: comment.id,
					target,
					target_id: targetId,
					parent_id: comment.parent_id,
					text: comment.text,
					created_at: isoTime(comment.created_at),
					edited_at: comment.edited_at === null ? null : isoTime(comment.edited_at),
				};
			}),
		erase: comments.eraseByAuthor,
	};
}
