import { createEvent } from '../platform/event.ts';

export type AdEvents = ReturnType<typeof createAdEvents>;

/** What ads announce, within the transaction it happens in. */
export function createAdEvents() {
	return {
		/** A seller has posted an ad, or changed what it says. The sample content's are not announced. */
		written: createEvent<{ adId: number; ownerId: number; title: string; description: string; isNew: boolean }>(),
	};
}
