import { z } from 'zod';
import { person } from './accounts.ts';
import { id, time } from './fields.ts';
import { picture } from './media.ts';

// Separate from `ads.ts`, whose input schemas bring 25 KB of phone number rules into the browser bundle.

export const adFormats = ['image', 'video'] as const;
export type AdFormat = (typeof adFormats)[number];

/** `processing`: transcoding is pending; `failed`: transcoding failed; `hidden`: a moderator hid the ad. */
export const adStates = ['processing', 'ready', 'failed', 'sold', 'hidden'] as const;
export type AdState = (typeof adStates)[number];

export const offerFields = {
	price_kobo: z.int().nullable(),
	/** Formatted price, such as 'NGN 70,000'. */
	price: z.string().nullable(),
	place: z.string().nullable(),
	/** Digits for `wa.me`; null if the seller gave no number. */
	whatsapp: z.string().nullable(),
};

export const adCard = z.strictObject({
	id,
	format: z.enum(adFormats),
	state: z.enum(adStates),
	title: z.string(),
	category: z.string(),
	...offerFields,
	seller: person,
	/** First picture or video poster; null until one exists. */
	cover: picture.nullable(),
	/** Number of pictures; 0 for a video. */
	pictures: z.int().nonnegative(),
	/** Duration in milliseconds and size in bytes of the smallest rendition; null for picture ads. */
	video: z.strictObject({ duration_ms: z.int(), bytes: z.int() }).nullable(),
	created_at: time,
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type AdCard = z.infer<typeof adCard>;

export const ad = adCard.extend({
	description: z.string(),
	gallery: z.array(picture),
	updated_at: time,
});
export type Ad = z.infer<typeof ad>;

export const ownAd = adCard.extend({
	/** Reason for `failed` or `hidden`. Null if a video failed for a reason other than its file: a retry may succeed. */
	failure: z.string().nullable(),
});
export type OwnAd = z.infer<typeof ownAd>;
