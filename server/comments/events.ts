import type { ContentTarget } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** Event: a user posted a comment or a reply. Not emitted for sample content. */
export const commentPosted = defineEvent<{
	commentId: number;
	target: ContentTarget;
	targetId: number;
	/** Owner of the ad or post that has the comment. */
	ownerId: number;
	accountId: number;
	/** Author of the comment that was replied to; null for a top-level comment. */
	repliedToId: number | null;
}>('comments.posted');

/** Event: a user posted or edited a comment. Not emitted for sample content. */
export const commentCreatedOrEdited = defineEvent<{ commentId: number; ownerId: number; text: string; isNew: boolean }>(
	'comments.written',
);
