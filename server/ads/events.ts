import { defineEvent } from '../core/events.ts';

/** Event: a seller posted or edited an ad. Not emitted for sample content. */
export const adCreatedOrEdited = defineEvent<{
	adId: number;
	ownerId: number;
	title: string;
	/** Description, and the captions and the overlay of the video that were written with it. */
	text: string;
	isNew: boolean;
	/** Import that posted the ad. Null for an ad that was posted alone, and for a change. */
	importId: number | null;
}>('ads.written');

/** Event: the video of an ad became playable, or its processing failed. */
export const adVideoProcessingEnded = defineEvent<{ adId: number; ownerId: number; state: 'ready' | 'failed' }>(
	'ads.video-settled',
);

/** Event: a seller lowered the price of an ad. */
export const adPriceDropped = defineEvent<{ adId: number; ownerId: number; priceKobo: number }>('ads.price-dropped');

/** Event: the owner has marked an ad as sold, or as for sale again. Not emitted if it already is. */
export const adSoldChanged = defineEvent<{ adId: number; ownerId: number; isSold: boolean }>('ads.sold-changed');
