import type { Target } from '../../contract/target.ts';
import { defineEvent } from '../platform/events.ts';

/** A new like. Not emitted for repeated calls or sample content. */
export const likeAdded = defineEvent<{ target: Target; targetId: number; ownerId: number; accountId: number }>(
	'likes.liked',
);
