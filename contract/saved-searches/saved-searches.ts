import { z } from 'zod';
import { adCardSchema } from '../ads/ad-shapes.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { adFilterQueryShape } from '../feed/feed.ts';
import * as savedSearchLimits from './limits.ts';
import { alertModes } from './saved-search-options.ts';

const alertsSchema = z.enum(alertModes);

/** Words and filters of a search. Prices are in kobo. */
const searchShape = { q: createTextSchema({ max: limits.search }).optional(), ...adFilterQueryShape };

/** Words and filters of a saved search, as `search` and `getFeed` take them. */
export const searchCriteriaSchema = z.strictObject({
	...searchShape,
	q: z.string().optional(),
	lga: z.string().optional(),
	place: z.string().optional(),
});

export const savedSearchSchema = z.strictObject({
	id: idSchema,
	/** Name of the search, made of its words and filters. */
	name: z.string(),
	search: searchCriteriaSchema,
	alerts: alertsSchema,
	/** Number of ads that matched since the owner last looked. `savedSearchLimits.savedSearchMatches` stands for that many or more. */
	new_ads: z.int().nonnegative(),
	/** Time when the owner last looked; null if never. */
	seen_at: timeSchema.nullable(),
	created_at: timeSchema,
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

const params = z.strictObject({ id: idParamSchema });

export const listSavedSearches = defineEndpoint('listSavedSearches', {
	summary: 'List your saved searches, newest first',
	responses: { 200: z.strictObject({ items: z.array(savedSearchSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const createSavedSearch = defineEndpoint('createSavedSearch', {
	summary: `Save a search to hear about new ads; at most ${savedSearchLimits.savedSearches} per account. The same search again changes only its alerts, if given`,
	body: z.strictObject({ ...searchShape, alerts: alertsSchema.optional() }),
	responses: { 201: savedSearchSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const getSavedSearch = defineEndpoint('getSavedSearch', {
	summary: 'Get a saved search with the ads that matched since you last looked, newest first',
	params,
	responses: {
		200: savedSearchSchema.extend({
			ads: z.array(adCardSchema),
			/** Newest ad id of the matches, for `markSavedSearchSeen`; null without matches. */
			up_to: idSchema.nullable(),
		}),
	},
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listSavedSearchAds = defineEndpoint('listSavedSearchAds', {
	summary: 'List the ads that a saved search finds today, newest first',
	params,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(adCardSchema) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const updateSavedSearch = defineEndpoint('updateSavedSearch', {
	summary: 'Change when a saved search alerts you',
	params,
	body: z.strictObject({ alerts: alertsSchema }),
	responses: { 200: savedSearchSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteSavedSearch = defineEndpoint('deleteSavedSearch', {
	summary: 'Delete a saved search',
	params,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const markSavedSearchSeen = defineEndpoint('markSavedSearchSeen', {
	summary: 'Mark the new ads of a saved search as seen, up to this ad',
	params,
	body: z.strictObject({ up_to: idSchema }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});
