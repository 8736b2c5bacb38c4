import { defineEvent } from '../core/events.ts';

/** Event: an account follows another. Not emitted for a repeated follow or for sample content. */
export const followAdded = defineEvent<{ followerId: number; followedId: number }>('follows.followed');
