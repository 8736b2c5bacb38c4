import type { Target } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** Somebody likes something that they did not like before. Not emitted for sample content. */
export const likeAdded = defineEvent<{ target: Target; targetId: number; ownerId: number; accountId: number }>(
	'likes.liked',
);
