import { defineEvent } from '../platform/events.ts';

/** A new follow. Not emitted for repeated calls or sample content. */
export const followAdded = defineEvent<{ followerId: number; followedId: number }>('follows.followed');
