import { defineEvent } from '../core/events.ts';

/** A user posted, or changed the text of a post. Not emitted for sample content. */
export const postCreatedOrEdited = defineEvent<{ postId: number; ownerId: number; text: string; isNew: boolean }>(
	'posts.written',
);
