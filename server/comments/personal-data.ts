import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { getTarget } from '../content/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { CommentService } from './comments.ts';
import { listAuthorComments } from './store.ts';

export function createCommentPersonalData(comments: CommentService): PersonalDataHandler {
	return {
		section: 'comments',
		processing: {
			...processingText.comments,
			people: ['customers', 'sellers'],
			basis: 'contract',
			recipients: ['public', 'hosting', 'webhooks'],
		},
		export: async (db, accountId) =>
			(await listAuthorComments(db, accountId)).map((comment) => {
				const { target, targetId } = getTarget(comment);
				return {
					id: comment.id,
					target,
					target_id: targetId,
					parent_id: comment.parent_id,
					text: comment.text,
					created_at: toIsoTime(comment.created_at),
					edited_at: toIsoTime(comment.edited_at),
				};
			}),
		erase: comments.eraseByAuthor,
	};
}
