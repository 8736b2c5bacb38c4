import type { Target } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** Somebody has commented, or replied to a comment. Not emitted for sample content. */
export const commentPosted = defineEvent<{
	commentId: number;
	target: Target;
	targetId: number;
	/** Whose ad or post it is on. */
	ownerId: number;
	accountId: number;
	/** Who is replied to; null where it is no reply. */
	repliedToId: number | null;
}>('comments.posted');

/** Somebody has commented, or changed the text of a comment. Not emitted for sample content. */
export const commentWritten = defineEvent<{ commentId: number; ownerId: number; text: string; isNew: boolean }>(
	'comments.written',
);
