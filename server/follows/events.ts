import { createEvent } from '../platform/event.ts';

export type FollowEvents = ReturnType<typeof createFollowEvents>;

/** What follows announce, within the transaction it happens in. */
export function createFollowEvents() {
	return {
		/** Somebody follows an account that they did not follow before. The sample content's are not announced. */
		followed: createEvent<{ followerId: number; followedId: number }>(),
	};
}
