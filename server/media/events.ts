import { createEvent } from '../platform/event.ts';
import type { MediaState } from './lifecycle.ts';

export type MediaEvents = ReturnType<typeof createMediaEvents>;

/** What media announces. */
export function createMediaEvents() {
	return {
		/** A file's state has changed; whoever shows it acts in the same transaction. */
		stateChanged: createEvent<{ mediaId: number; state: MediaState }>(),
	};
}
