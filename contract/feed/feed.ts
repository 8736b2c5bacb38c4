import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { getUser, personSchema } from '../accounts/accounts.ts';
import { adFormats, conditions, deliveryOptions } from '../ads/ad-options.ts';
import { adCardSchema, clipSchema } from '../ads/ad-shapes.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { categorySchema, createTextSchema, idParamSchema, stateSchema, timeSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { postSchema } from '../posts/posts.ts';
import { forYouKinds } from './for-you.ts';
import * as feedLimits from './limits.ts';

/** Price filter in kobo. An empty form field counts as omitted. */
const priceQuerySchema = z
	.preprocess(
		(value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
		z.coerce.number().int().min(0).max(limits.priceKobo.max).optional(),
	)
	.optional();

/** Filters of ads. All that are set must match. */
export const adFilterQueryShape = {
	category: categorySchema.optional(),
	format: z.enum(adFormats).optional(),
	condition: z.enum(conditions).optional(),
	/** Lists only ads with a negotiable price. */
	negotiable: z.literal('true').optional(),
	/** Lists ads that offer this option among others. */
	delivery: z.enum(deliveryOptions).optional(),
	state: stateSchema.optional(),
	/** Local government area of `state`; rejected without the state. */
	lga: createTextSchema({ max: limits.place.max }).optional(),
	place: createTextSchema({ max: limits.place.max }).optional(),
	min_price: priceQuerySchema,
	max_price: priceQuerySchema,
};

const adFilterQuerySchema = z.object(adFilterQueryShape);
export type AdFilterQuery = z.output<typeof adFilterQuerySchema>;

export const getFeed = defineEndpoint('getFeed', {
	summary: 'List ads, trending first; `q` searches; prices in kobo',
	query: z.strictObject({
		...paginationQueryShape,
		...adFilterQueryShape,
		q: createTextSchema({ max: limits.search }).optional(),
	}),
	responses: { 200: createCursorPageSchema(adCardSchema) },
	errors: [],
});

/** Filters whose options have counts. */
export const countedFilters = ['format', 'condition', 'negotiable', 'delivery', 'state', 'lga'] as const;
export type CountedFilter = (typeof countedFilters)[number];

export const countAds = defineEndpoint('countAds', {
	summary: 'Count the ads of each filter option within the other filters; up to a minute old',
	query: z.strictObject({ ...adFilterQueryShape, q: createTextSchema({ max: limits.search }).optional() }),
	responses: {
		200: z.strictObject({
			/** Number of ads that match all filters. `limits.countedAds` stands for that many or more, here and in the options. */
			ads: z.int().nonnegative(),
			/** Options with ads. Each count replaces the option's own filter and keeps the others. Areas are of the chosen state. */
			options: z.array(z.strictObject({ filter: z.enum(countedFilters), value: z.string(), ads: z.int().positive() })),
		}),
	},
	errors: [],
});

/** Words of a search among the ads of one seller. An empty text counts as omitted. */
const shopSearchSchema = createTextSchema({ max: limits.search }).optional();

export const listUserAds = defineEndpoint('listUserAds', {
	summary: 'List what a seller has for sale, newest and renewed first; `q` searches in it',
	params: getUser.params,
	query: z.strictObject({ ...paginationQueryShape, category: categorySchema.optional(), q: shopSearchSchema }),
	responses: { 200: createCursorPageSchema(adCardSchema) },
	errors: ['not_found'],
});

export const countUserAds = defineEndpoint('countUserAds', {
	summary: 'Count what a seller has for sale, by category, and what the seller sold; `q` counts what a search finds',
	params: getUser.params,
	query: z.strictObject({ q: shopSearchSchema }),
	responses: {
		200: z.strictObject({
			/** Number of ads for sale. With `q`, the number that match; `limits.countedAds` then stands for that many or more. */
			for_sale: z.int().nonnegative(),
			/** Number of sold ads that are still public, whatever `q` is. */
			sold: z.int().nonnegative(),
			/** Categories of the ads in `for_sale`, those with the most ads first. */
			categories: z.array(z.strictObject({ category: z.string(), ads: z.int().positive() })),
		}),
	},
	errors: ['not_found'],
});

export const feedItemSchema = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('ad'), ad: adCardSchema }),
	z.strictObject({ type: z.literal('post'), post: postSchema }),
]);
export type FeedItem = z.infer<typeof feedItemSchema>;

export const listUserPosts = defineEndpoint('listUserPosts', {
	summary: "List a seller's picture ads, tweets, talks and pictures, newest first",
	params: getUser.params,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(feedItemSchema) },
	errors: ['not_found'],
});

export const listSimilarAds = defineEndpoint('listSimilarAds', {
	summary: `List up to ${feedLimits.similarAds} ads of other sellers that are like an ad; up to a minute old`,
	params: z.strictObject({ id: idParamSchema }),
	responses: { 200: z.strictObject({ items: z.array(adCardSchema) }) },
	errors: ['not_found'],
});

export const listUserVideos = defineEndpoint('listUserVideos', {
	summary: "List a seller's video ads, newest first",
	params: getUser.params,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(adCardSchema) },
	errors: ['not_found'],
});

export const listVideos = defineEndpoint('listVideos', {
	summary: 'List videos to play one after the other, trending first; `from` puts one video before them',
	query: z.strictObject({
		...paginationQueryShape,
		/** Id of the video ad that the first page begins with. Without such a video, the page begins with the most trending. */
		from: idParamSchema.optional(),
	}),
	responses: { 200: createCursorPageSchema(clipSchema) },
	errors: [],
});

export const forYouReasons = ['following', 'category', 'seller', 'popular', 'fresh', 'discovery'] as const;

const explanationShape = {
	reason: z.enum(forYouReasons),
	/** Reason for recommending the item, as a sentence such as 'You follow Mama Risi Stores'. */
	why: z.string(),
};

export const forYouItemSchema = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('ad'), ad: adCardSchema, ...explanationShape }),
	z.strictObject({ type: z.literal('post'), post: postSchema, ...explanationShape }),
]);
export type ForYouItem = z.infer<typeof forYouItemSchema>;

export const getForYou = defineEndpoint('getForYou', {
	summary: 'List ads for sale, tweets and talks, ranked for you; popular and recent ones without a session',
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(forYouItemSchema) },
	errors: [],
});

/** Subject that a reader mutes in the for-you feed. */
const muteSubjectSchema = z.discriminatedUnion('what', [
	z.strictObject({ what: z.literal('seller'), user_name: z.string().max(100) }),
	z.strictObject({ what: z.literal('kind'), kind: z.enum(forYouKinds) }),
	z.strictObject({ what: z.literal('category'), category: categorySchema }),
]);

export const showLess = defineEndpoint('showLess', {
	summary: 'Mute a seller, a kind or a category in For you; `undo` removes the choice. Idempotent',
	body: z.strictObject({ of: muteSubjectSchema, undo: z.boolean().optional() }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listLess = defineEndpoint('listLess', {
	summary: 'List your mute choices, newest first; omits sellers who are not visible',
	responses: {
		200: z.strictObject({
			items: z.array(
				z.strictObject({
					of: muteSubjectSchema,
					/** Author fields of the muted seller; null if a kind or a category is muted. */
					seller: personSchema.nullable(),
					created_at: timeSchema,
				}),
			),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const searchSorts = ['best', 'newest', 'cheapest', 'dearest'] as const;

const searchKinds = ['ads', 'posts', 'people'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const search = defineEndpoint('search', {
	summary: 'Search with typo tolerance: ads with the first posts and people, or one `kind`; prices in kobo',
	query: z.strictObject({
		q: createTextSchema({ max: limits.search, missing: validationText.searchMissing }),
		/** Kind of results to return in pages. Without `kind`, the first page has ads and a few posts and people. */
		kind: z.enum(searchKinds).optional(),
		// If a filter of ads is set, the response contains no posts and people.
		...adFilterQueryShape,
		/** Order of the ads. Posts and people are sorted by relevance. */
		sort: z.enum(searchSorts).default('best'),
		limit: paginationQueryShape.limit,
		cursor: paginationQueryShape.cursor,
	}),
	responses: {
		200: z.strictObject({
			ads: createCursorPageSchema(adCardSchema),
			/** Found posts. `next_cursor` of posts and of people is set only if `kind` selects them. */
			posts: createCursorPageSchema(postSchema),
			people: createCursorPageSchema(personSchema),
			/** Search words after spelling correction, for highlighting. */
			words: z.array(z.string()),
		}),
	},
	errors: [],
});

export const listCategories = defineEndpoint('listCategories', {
	summary: 'List the 31 categories with the number of live ads in each',
	responses: {
		200: z.strictObject({ items: z.array(z.strictObject({ category: z.string(), ads: z.int().nonnegative() })) }),
	},
	errors: [],
});

export const listSuggestedSellers = defineEndpoint('listSuggestedSellers', {
	summary: 'List suggested sellers',
	responses: {
		200: z.strictObject({
			items: z.array(personSchema.extend({ place: z.string().nullable(), followers: z.int().nonnegative() })),
		}),
	},
	errors: [],
});

export const getMarketCard = defineEndpoint('getMarketCard', {
	summary: 'Get the link preview picture of the market or of a category',
	query: z.strictObject({ category: categorySchema.optional() }),
	responses: {
		200: z.strictObject({
			/** Path of a JPEG of 1200 × 630 pixels. It changes with the picture. */
			picture: z.string(),
			/** Text that says what the picture shows. */
			alt: z.string(),
		}),
	},
	errors: [],
});
