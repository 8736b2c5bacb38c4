import { defineEvent } from '../platform/events.ts';

/** Somebody has posted, or changed the text of a post. Not emitted for sample content. */
export const postWritten = defineEvent<{ postId: number; ownerId: number; text: string; isNew: boolean }>(
	'posts.written',
);
