import { createEvent } from '../platform/event.ts';

export type AdEvents = ReturnType<typeof createAdEvents>;

/** What ads announce. */
export function createAdEvents() {
	return {
		/** An ad's row is gone; whoever holds rows about it lets them go in the same transaction. */
		removed: createEvent<{ id: number }>(),
	};
}
