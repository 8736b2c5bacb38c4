import { createEvent } from '../platform/event.ts';

export type PostEvents = ReturnType<typeof createPostEvents>;

/** What posts announce. */
export function createPostEvents() {
	return {
		/** A post's row is gone for good; whoever holds rows about it lets them go in the same transaction. */
		removed: createEvent<{ id: number }>(),
	};
}
