import { z } from 'zod';
import { personSchema } from './accounts.ts';
import { idSchema, timeSchema } from './fields.ts';
import { pictureSchema } from './media.ts';

// Separate from `ads.ts`, whose input schemas bring 25 KB of phone number rules into the browser bundle.

export const adFormats = ['image', 'video'] as const;
export type AdFormat = (typeof adFormats)[number];

/** `processing`: transcoding is pending; `failed`: transcoding failed; `hidden`: a moderator hid the ad. */
export const adStates = ['processing', 'ready', 'failed', 'sold', 'hidden'] as const;
export type AdState = (typeof adStates)[number];

export const offerShape = {
	price_kobo: z.int().nullable(),
	/** Formatted price, such as 'NGN 70,000'. */
	price: z.string().nullable(),
	place: z.string().nullable(),
	/** Digits for `wa.me`; null if the seller gave no number. */
	whatsapp: z.string().nullable(),
};

export const adCardSchema = z.strictObject({
	id: idSchema,
	format: z.enum(adFormats),
	state: z.enum(adStates),
	title: z.string(),
	category: z.string(),
	...offerShape,
	seller: personSchema,
	/** First picture or video poster; null until one exists. */
	cover: pictureSchema.nullable(),
	/** Number of pictures; 0 for a video. */
	pictures: z.int().nonnegative(),
	/** Duration in milliseconds and size in bytes of the smallest rendition; null for picture ads. */
	video: z.strictObject({ duration_ms: z.int(), bytes: z.int() }).nullable(),
	created_at: timeSchema,
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type AdCard = z.infer<typeof adCardSchema>;

export const adSchema = adCardSchema.extend({
	description: z.string(),
	gallery: z.array(pictureSchema),
	updated_at: timeSchema,
});
export type Ad = z.infer<typeof adSchema>;

export const ownAdSchema = adCardSchema.extend({
	/** Reason for `failed` or `hidden`. Null if a video failed for a reason other than its file: a retry may succeed. */
	failure: z.string().nullable(),
});
export type OwnAd = z.infer<typeof ownAdSchema>;
