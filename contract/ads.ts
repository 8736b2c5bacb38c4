import { z } from 'zod';
import { ad, adCard, adFormats, adStates, offerFields, ownAd } from './ad-shapes.ts';
import { endpoint } from './endpoint.ts';
import { category, description, id, idList, idParam, place, priceKobo, time, title } from './fields.ts';
import { limits } from './limits.ts';
import { mediaHostMetadata, uploadedFile, video } from './media.ts';
import * as messages from './messages.ts';
import { pageOf, pageQuery } from './page.ts';
import { phone } from './phone.ts';
import * as validationText from './text/validation.ts';

export type { Ad, AdCard, AdFormat, AdState, OwnAd } from './ad-shapes.ts';
export { ad, adCard, adFormats, adStates, ownAd };

const sellerFields = {
	price_kobo: priceKobo.nullish(),
	place: place.nullish(),
	/** WhatsApp number for customers; public on the ad. */
	whatsapp: phone.nullish(),
};

export const newAd = z.strictObject({
	title,
	category,
	description,
	...sellerFields,
	pictures: z
		.array(uploadedFile)
		.min(limits.adPictures.min, validationText.pictureMissing)
		.max(limits.adPictures.max, validationText.tooManyPictures(limits.adPictures.max)),
});

export const createAd = endpoint('createAd', {
	summary: 'Post a picture ad',
	body: newAd,
	responses: { 201: ad },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

/** Specification, call 5. `categories` holds one category, whose name may contain commas. */
export const newVideoAd = z.strictObject({
	titlevideourl: z.string(messages.uploadFieldsMissing).min(1, messages.uploadFieldsMissing).max(1000),
	user_id: id,
	user_name: z.string(),
	categories: category,
	description,
	title: title.optional(),
	...sellerFields,
	...mediaHostMetadata,
});

export const createVideoAd = endpoint('createVideoAd', {
	summary: 'Create a video ad from an uploaded video',
	body: newVideoAd,
	responses: { 200: z.strictObject({ status: z.literal(200), id, state: z.enum(adStates) }) },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

/** Specification, call 6: a video ad under the specification's name. */
export const normalads = z.strictObject({
	id,
	state: z.enum(adStates),
	titlevideourl: z.string(),
	title: z.string(),
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().optional(),
	created_at: time,
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
	description: z.string(),
	categories: z.string(),
	...offerFields,
	video: video.nullable(),
});
export type VideoAd = z.infer<typeof normalads>;

export const getVideoAd = endpoint('getVideoAd', {
	summary: 'Get a video ad by id; the description in the path is ignored',
	params: z.strictObject({ id: idParam, description: z.string() }),
	responses: { 200: z.strictObject({ normalads }) },
	errors: ['not_found'],
});

export const listAdsById = endpoint('listAdsById', {
	summary: 'List ads by id; omits ads that no longer exist',
	query: z.strictObject({
		ids: idList,
	}),
	responses: { 200: z.strictObject({ items: z.array(adCard) }) },
	errors: [],
});

const adParams = z.strictObject({ id: idParam });

export const getAd = endpoint('getAd', {
	summary: 'Get an ad',
	params: adParams,
	responses: { 200: ad },
	errors: ['not_found'],
});

export const updateAd = endpoint('updateAd', {
	summary: 'Update your ad; omitted fields stay unchanged',
	params: adParams,
	body: z.strictObject({ title, category, description, ...sellerFields }).partial(),
	responses: { 200: ad },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteAd = endpoint('deleteAd', {
	summary: 'Delete your ad and its files',
	params: adParams,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const markAdSold = endpoint('markAdSold', {
	summary: 'Mark your ad as sold or for sale',
	params: adParams,
	body: z.strictObject({ sold: z.boolean() }),
	responses: { 200: ad },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listMyAds = endpoint('listMyAds', {
	summary: 'List your ads in every state, newest first',
	query: z.strictObject({ ...pageQuery, format: z.enum(adFormats).optional() }),
	responses: { 200: pageOf(ownAd) },
	errors: ['unauthenticated', 'forbidden'],
});

export const retryAd = endpoint('retryAd', {
	summary: 'Retry processing the video of your ad',
	params: adParams,
	responses: { 200: ownAd },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
