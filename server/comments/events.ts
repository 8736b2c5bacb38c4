import type { Target } from '../../contract/target.ts';
import { createEvent } from '../platform/event.ts';

export type CommentEvents = ReturnType<typeof createCommentEvents>;

/** What comments announce. */
export function createCommentEvents() {
	return {
		/** Somebody has commented, or replied to a comment. */
		commentPosted: createEvent<{
			commentId: number;
			target: Target;
			targetId: number;
			/** Whose ad or post it is on. */
			ownerId: number;
			accountId: number;
			/** Who is replied to; null where it is no reply. */
			repliedToId: number | null;
		}>(),
		/** Somebody has commented, or changed the text of a comment. The sample content's are not announced. */
		written: createEvent<{ commentId: number; ownerId: number; text: string; isNew: boolean }>(),
	};
}
