import type { ContentTarget } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** An account liked an ad or post. Not emitted if the account already likes it, or for sample content. */
export const likeAdded = defineEvent<{ target: ContentTarget; targetId: number; ownerId: number; accountId: number }>(
	'likes.liked',
);
