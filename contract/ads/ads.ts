import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import {
	categorySchema,
	createTextSchema,
	descriptionSchema,
	idListSchema,
	idParamSchema,
	idSchema,
	placeSchema,
	priceKoboSchema,
	titleSchema,
} from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import * as messages from '../core/messages.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { phoneSchema } from '../core/phone.ts';
import { locationSchema } from '../location/location.ts';
import { captionsSchema } from '../media/captions.ts';
import { mediaHostMetadataShape, uploadedFileSchema } from '../media/media.ts';
import { videoEditSchema } from '../media/video-edit.ts';
import { adFormats, conditions, deliveryOptions } from './ad-options.ts';
import { adCardSchema, adSchema, adStates, ownAdDetailsSchema, ownAdSchema, videoAdSchema } from './ad-shapes.ts';
import * as adLimits from './limits.ts';

export type { AdFormat } from './ad-options.ts';
export type { Ad, AdCard, AdState, Clip, LinkedAd, OwnAd, OwnAdDetails, VideoAd } from './ad-shapes.ts';
export { adCardSchema, adSchema, adStates, ownAdDetailsSchema, ownAdSchema };

const sellerFields = {
	price_kobo: priceKoboSchema.nullish(),
	negotiable: z.boolean().optional(),
	/** Condition of the item. Rejected for a category of property, as are delivery options. */
	condition: z.enum(conditions).nullish(),
	delivery: z
		.array(z.enum(deliveryOptions))
		.max(deliveryOptions.length)
		.refine((chosen) => new Set(chosen).size === chosen.length, validationText.choiceRepeated)
		.optional(),
	/** State and local government area. On an update, null removes both. */
	location: locationSchema.nullish(),
	/** Spot within the location, as free text. */
	place: placeSchema.nullish(),
	/** Seller's WhatsApp number and number for phone calls. Customers get them when they tap to get in touch. */
	whatsapp: phoneSchema.nullish(),
	call_number: phoneSchema.nullish(),
};

/** If true, an account without a place takes the ad's place, and an account without a number takes and publishes the ad's numbers. */
const rememberContactSchema = z.boolean().optional();

export const newAdSchema = z.strictObject({
	title: titleSchema,
	category: categorySchema,
	description: descriptionSchema,
	...sellerFields,
	remember_contact: rememberContactSchema,
	pictures: z
		.array(uploadedFileSchema)
		.min(limits.adPictures.min, validationText.pictureMissing)
		.max(limits.adPictures.max, validationText.tooManyPictures(limits.adPictures.max)),
});

export const createAd = defineEndpoint('createAd', {
	summary: 'Post a picture ad',
	body: newAdSchema,
	responses: { 201: adSchema },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

/** Ids of own ads for sale to pin to a video, in the order in which they are shown. */
const pinnedProductsSchema = z
	.array(idSchema)
	.max(adLimits.pinnedProducts, validationText.tooManyProducts(adLimits.pinnedProducts))
	.refine((ids) => new Set(ids).size === ids.length, validationText.choiceRepeated)
	.optional();

/** Input of a video ad (specification, call 5). `categories` holds one category, whose name may contain commas. */
export const newVideoAdSchema = z.strictObject({
	titlevideourl: z.string(messages.uploadFieldsMissing).min(1, messages.uploadFieldsMissing).max(1000),
	user_id: idSchema,
	user_name: z.string(),
	categories: categorySchema,
	description: descriptionSchema,
	title: createTextSchema({ max: limits.title.max })
		.transform((title) => title || undefined)
		.optional(),
	products: pinnedProductsSchema,
	...sellerFields,
	/** Captions of the video as it is after `edit`. */
	captions: captionsSchema.nullish(),
	edit: videoEditSchema.optional(),
	remember_contact: rememberContactSchema,
	...mediaHostMetadataShape,
});

export const createVideoAd = defineEndpoint('createVideoAd', {
	summary: 'Create a video ad from an uploaded video',
	body: newVideoAdSchema,
	responses: { 200: z.strictObject({ status: z.literal(200), id: idSchema, state: z.enum(adStates) }) },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

export const getVideoAd = defineEndpoint('getVideoAd', {
	summary: 'Get a video ad by id; the description in the path is ignored',
	params: z.strictObject({ id: idParamSchema, description: z.string() }),
	responses: { 200: z.strictObject({ normalads: videoAdSchema }) },
	errors: ['not_found'],
});

export const getOwnVideoAd = defineEndpoint('getOwnVideoAd', {
	summary: 'Get a video ad that only you may see, because it is hidden, in the format of `getVideoAd`',
	params: z.strictObject({ id: idParamSchema }),
	responses: { 200: z.strictObject({ normalads: videoAdSchema }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listAdsById = defineEndpoint('listAdsById', {
	summary: 'List ads by id; omits ads that no longer exist',
	query: z.strictObject({
		ids: idListSchema,
	}),
	responses: { 200: z.strictObject({ items: z.array(adCardSchema) }) },
	errors: [],
});

const adParamsSchema = z.strictObject({ id: idParamSchema });

export const getAd = defineEndpoint('getAd', {
	summary: 'Get an ad',
	params: adParamsSchema,
	responses: { 200: adSchema },
	errors: ['not_found'],
});

export const updateAd = defineEndpoint('updateAd', {
	summary: 'Update your ad; omitted fields stay unchanged, except options that a new category does not have',
	params: adParamsSchema,
	body: z
		.strictObject({
			title: titleSchema,
			category: categorySchema,
			description: descriptionSchema,
			/** Rejected for a picture ad. */
			products: pinnedProductsSchema,
			...sellerFields,
			/** Captions of a video ad. Null removes them. */
			captions: captionsSchema.nullable(),
		})
		.partial(),
	responses: { 200: adSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteAd = defineEndpoint('deleteAd', {
	summary: 'Delete your ad and its files',
	params: adParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const markAdSold = defineEndpoint('markAdSold', {
	summary: 'Mark your ad as sold or for sale',
	params: adParamsSchema,
	body: z.strictObject({ sold: z.boolean() }),
	responses: { 200: adSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const renewAd = defineEndpoint('renewAd', {
	summary: 'Move your ad up as if it were new; possible 7 days after posting or the last renewal',
	params: adParamsSchema,
	responses: { 200: adSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const listMyAds = defineEndpoint('listMyAds', {
	summary: 'List your ads in every state, newest first',
	query: z.strictObject({ ...paginationQueryShape, format: z.enum(adFormats).optional() }),
	responses: { 200: createCursorPageSchema(ownAdSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const getMyAd = defineEndpoint('getMyAd', {
	summary: 'Get your ad with its phone numbers, to edit it',
	params: adParamsSchema,
	responses: { 200: ownAdDetailsSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listMyAdDetails = defineEndpoint('listMyAdDetails', {
	summary:
		'List your picture ads in every state with their descriptions and pictures, newest first, to save them as a table',
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(ownAdDetailsSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const retryAd = defineEndpoint('retryAd', {
	summary: 'Retry processing the video of your ad',
	params: adParamsSchema,
	responses: { 200: ownAdSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
