import { defineEvent } from '../platform/events.ts';

/** A seller has posted an ad, or changed what it says. Not emitted for sample content. */
export const adWritten = defineEvent<{
	adId: number;
	ownerId: number;
	title: string;
	description: string;
	isNew: boolean;
}>('ads.written');

/** An ad's video can be watched from now on, or could not be made so. */
export const adVideoSettled = defineEvent<{ adId: number; ownerId: number; state: 'ready' | 'failed' }>(
	'ads.video-settled',
);

/** An ad costs less than it did. */
export const adPriceDropped = defineEvent<{ adId: number; ownerId: number; priceKobo: number }>('ads.price-dropped');
