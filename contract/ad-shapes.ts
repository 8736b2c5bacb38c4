import { z } from 'zod';
import { person } from './accounts.ts';
import { id, time } from './fields.ts';
import { picture } from './media.ts';

// Apart from the inputs in `ads.ts`: these take the rules of phone numbers, which are 25 KB in the browser.

export const adFormats = ['image', 'video'] as const;
export type AdFormat = (typeof adFormats)[number];

/** `processing`: its video is being made playable; `failed`: it could not be; `hidden`: taken down. */
export const adStates = ['processing', 'ready', 'failed', 'sold', 'hidden'] as const;
export type AdState = (typeof adStates)[number];

/** What a seller says of the thing, in every shape of an ad. */
export const offerFields = {
	price_kobo: z.int().nullable(),
	/** The price for display, such as 'NGN 70,000'. */
	price: z.string().nullable(),
	place: z.string().nullable(),
	/** Digits for `wa.me`, where the seller gave a number. */
	whatsapp: z.string().nullable(),
};

/** An ad as lists show it. */
export const adCard = z.strictObject({
	id,
	format: z.enum(adFormats),
	state: z.enum(adStates),
	title: z.string(),
	category: z.string(),
	...offerFields,
	seller: person,
	/** The first picture, or the video's poster; null until there is one. */
	cover: picture.nullable(),
	/** How many pictures there are; 0 for a video. */
	pictures: z.int().nonnegative(),
	/** Length in milliseconds and bytes of the smallest rendition of a video; null for pictures. */
	video: z.strictObject({ duration_ms: z.int(), bytes: z.int() }).nullable(),
	created_at: time,
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type AdCard = z.infer<typeof adCard>;

/** An ad on its own page. */
export const ad = adCard.extend({
	description: z.string(),
	gallery: z.array(picture),
	updated_at: time,
});
export type Ad = z.infer<typeof ad>;

/** An ad in its owner's list. */
export const ownAd = adCard.extend({
	/** Why it failed, or was hidden, for its owner. Null for a failed video whose file is not at fault: another try may help. */
	failure: z.string().nullable(),
});
export type OwnAd = z.infer<typeof ownAd>;
