import { createEvent } from '../platform/event.ts';

export type PostEvents = ReturnType<typeof createPostEvents>;

/** What posts announce, within the transaction it happens in. */
export function createPostEvents() {
	return {
		/** Somebody has posted, or changed the text of a post. The sample content's are not announced. */
		written: createEvent<{ postId: number; ownerId: number; text: string; isNew: boolean }>(),
	};
}
