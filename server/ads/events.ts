import { createEvent } from '../platform/event.ts';

export type AdEvents = ReturnType<typeof createAdEvents>;

/** What ads announce, within the transaction it happens in. */
export function createAdEvents() {
	return {
		/** A seller has posted an ad, or changed what it says. The sample content's are not announced. */
		written: createEvent<{ adId: number; ownerId: number; title: string; description: string; isNew: boolean }>(),
		/** An ad's video can be watched from now on, or could not be made so. */
		videoSettled: createEvent<{ adId: number; ownerId: number; state: 'ready' | 'failed' }>(),
		/** An ad costs less than it did. */
		priceDropped: createEvent<{ adId: number; ownerId: number; priceKobo: number }>(),
	};
}
