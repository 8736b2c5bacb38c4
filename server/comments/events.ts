import type { ContentTarget } from '../../contract/core/target.ts';
import { defineEvent } from '../core/events.ts';

export interface CommentPosted {
	commentId: number;
	target: ContentTarget;
	targetId: number;
	/** Owner of the ad or post that has the comment. */
	ownerId: number;
	accountId: number;
	/** Author of the comment that was replied to; null for a top-level comment. */
	repliedToId: number | null;
}

/** Event: users posted comments or replies. Not emitted for sample content. */
export const commentsPosted = defineEvent<readonly CommentPosted[]>('comments.posted');

/** Event: a user posted or edited a comment. Not emitted for sample content. */
export const commentCreatedOrEdited = defineEvent<{ commentId: number; ownerId: number; text: string; isNew: boolean }>(
	'comments.written',
);
