import type { Target } from '../../contract/target.ts';
import { createEvent } from '../platform/event.ts';

export type LikeEvents = ReturnType<typeof createLikeEvents>;

/** What likes announce. */
export function createLikeEvents() {
	return {
		/** Somebody likes something that they did not like before. The sample content's are not announced. */
		liked: createEvent<{ target: Target; targetId: number; ownerId: number; accountId: number }>(),
	};
}
