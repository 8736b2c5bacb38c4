import { defineEvent } from '../platform/events.ts';

/** Somebody follows an account that they did not follow before. Not emitted for sample content. */
export const followAdded = defineEvent<{ followerId: number; followedId: number }>('follows.followed');
