import type { Target } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** A customer liked an ad or post. Not emitted for repeated likes or for sample content. */
export const likeAdded = defineEvent<{ target: Target; targetId: number; ownerId: number; accountId: number }>(
	'likes.liked',
);
