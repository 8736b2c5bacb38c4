import { defineEvent } from '../platform/events.ts';

/** A seller posted an ad or changed its content. Not emitted for sample content. */
export const adWritten = defineEvent<{
	adId: number;
	ownerId: number;
	title: string;
	description: string;
	isNew: boolean;
}>('ads.written');

/** An ad's video became playable, or its processing failed. */
export const adVideoSettled = defineEvent<{ adId: number; ownerId: number; state: 'ready' | 'failed' }>(
	'ads.video-settled',
);

/** An ad's price was lowered. */
export const adPriceDropped = defineEvent<{ adId: number; ownerId: number; priceKobo: number }>('ads.price-dropped');
