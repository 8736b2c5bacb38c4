import type { Target } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** A comment or reply was posted. Not emitted for sample content. */
export const commentPosted = defineEvent<{
	commentId: number;
	target: Target;
	targetId: number;
	/** Owner of the ad or post. */
	ownerId: number;
	accountId: number;
	/** Author of the comment replied to; null for a top-level comment. */
	repliedToId: number | null;
}>('comments.posted');

/** A comment was posted or edited. Not emitted for sample content. */
export const commentWritten = defineEvent<{ commentId: number; ownerId: number; text: string; isNew: boolean }>(
	'comments.written',
);
