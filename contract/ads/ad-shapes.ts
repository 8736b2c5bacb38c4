import { z } from 'zod';
import { personSchema, reachableShape } from '../accounts/accounts.ts';
import { idSchema, stateSchema, timeSchema } from '../core/fields.ts';
import { pictureSchema, videoSchema } from '../media/media.ts';
import { adFormats, conditions, deliveryOptions } from './ad-options.ts';

// These schemas are separate from `ads.ts`, whose input schemas add 25 KB of phone number rules to the browser bundle.

/** States of an ad. `processing`: video transcoding is pending; `failed`: transcoding failed; `hidden`: a moderator hid the ad. */
export const adStates = ['processing', 'ready', 'failed', 'sold', 'hidden'] as const;
export type AdState = (typeof adStates)[number];

export const offerShape = {
	price_kobo: z.int().nullable(),
	/** Formatted price of the ad, such as 'NGN 70,000'. */
	price: z.string().nullable(),
	/** Whether the seller accepts a lower price. */
	negotiable: z.boolean(),
	/** Condition of the item. Null if the seller gave none, and for property. */
	condition: z.enum(conditions).nullable(),
	/** Delivery options of the item. Empty if the seller gave none, and for property. */
	delivery: z.array(z.enum(deliveryOptions)),
	/** State and local government area of the item. Null if the seller gave none. */
	location: z.strictObject({ state: stateSchema, lga: z.string().nullable() }).nullable(),
	/** Spot within the location, as typed. Older ads have only this. */
	place: z.string().nullable(),
};

export const adCardSchema = z.strictObject({
	id: idSchema,
	format: z.enum(adFormats),
	state: z.enum(adStates),
	title: z.string(),
	category: z.string(),
	...offerShape,
	seller: personSchema,
	/** First picture of the ad, or poster of its video. Null until a video has a poster. */
	cover: pictureSchema.nullable(),
	/** Number of pictures of the ad; 0 for a video ad. */
	pictures: z.int().nonnegative(),
	/** Duration of the video in milliseconds, and size of its smallest file in bytes. Null for a picture ad. */
	video: z.strictObject({ duration_ms: z.int(), bytes: z.int() }).nullable(),
	created_at: timeSchema,
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type AdCard = z.infer<typeof adCardSchema>;

/** What one ad shows of another: a product that is pinned to a video, or a video that a product is pinned to. */
export const linkedAdSchema = adCardSchema.pick({ id: true, format: true, title: true, price: true, cover: true });
export type LinkedAd = z.infer<typeof linkedAdSchema>;

/** Products for sale that the seller pinned to a video, in the seller's order. Omitted if there are none. */
export const productsShape = { products: z.array(linkedAdSchema).optional() };

/** Numbers of an ad, which only its seller gets: international digits without the plus. */
const contactShape = {
	/** WhatsApp number. */
	whatsapp: z.string().nullable(),
	/** Number for phone calls. */
	call_number: z.string().nullable(),
};

export const adSchema = adCardSchema.extend({
	...reachableShape,
	description: z.string(),
	gallery: z.array(pictureSchema),
	/** URL of the captions of a video ad as WebVTT. Missing without captions. */
	captions: z.string().optional(),
	updated_at: timeSchema,
	/** Reason why the ad is hidden. Only the seller receives it. Omitted if the ad is not hidden. */
	hidden: z.string().optional(),
	...productsShape,
	/** Newest videos that this ad is pinned to. Omitted if there are none. */
	videos: z.array(linkedAdSchema).optional(),
});
export type Ad = z.infer<typeof adSchema>;

/** An ad as its seller gets it, with what an edit needs. */
export const ownAdDetailsSchema = adSchema.extend(contactShape);
export type OwnAdDetails = z.infer<typeof ownAdDetailsSchema>;

/** A video ad in the video feed: its card, what the video says and its files. */
export const clipSchema = adCardSchema.extend({ description: z.string(), video: videoSchema, ...productsShape });
export type Clip = z.infer<typeof clipSchema>;

export const ownAdSchema = adCardSchema.extend({
	...contactShape,
	/** Reason why video processing failed or a moderator hid the ad. For a failed video, null means that a retry may succeed. */
	failure: z.string().nullable(),
});
export type OwnAd = z.infer<typeof ownAdSchema>;

/** Video ad in the format of the specification (call 6). */
export const videoAdSchema = z.strictObject({
	id: idSchema,
	state: z.enum(adStates),
	titlevideourl: z.string(),
	title: z.string(),
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().optional(),
	rating: personSchema.shape.rating,
	verified: personSchema.shape.verified,
	response_time: personSchema.shape.response_time,
	caution: personSchema.shape.caution,
	created_at: timeSchema,
	likes: z.int().nonnegative(),
	/** The server always sends it. A device and a page accept a video without it. */
	comments: z.int().nonnegative().optional(),
	views: z.int().nonnegative(),
	description: z.string(),
	categories: z.string(),
	...offerShape,
	...reachableShape,
	video: videoSchema.nullable(),
	hidden: adSchema.shape.hidden,
	...productsShape,
});
export type VideoAd = z.infer<typeof videoAdSchema>;
