import { z } from 'zod';
import { getUser } from './accounts.ts';
import { addresses } from './addresses.ts';
import { adCard, adFormats } from './ads.ts';
import { endpoint } from './endpoint.ts';
import { category, text } from './fields.ts';
import { limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';

const priceQuery = z.coerce.number().int().min(0).max(limits.priceKobo.max);

export const getFeed = endpoint(addresses.getFeed, {
	summary: 'Ads, trending first; `q` searches; prices in kobo',
	query: z.strictObject({
		...pageQuery,
		category: category.optional(),
		format: z.enum(adFormats).optional(),
		q: text({ max: 100 }).optional(),
		place: text({ max: limits.place.max }).optional(),
		min_price: priceQuery.optional(),
		max_price: priceQuery.optional(),
	}),
	answers: { 200: pageOf(adCard) },
});

export const listUserPosts = endpoint(addresses.listUserPosts, {
	summary: "A seller's picture ads, newest first",
	params: getUser.params,
	query: z.strictObject(pageQuery),
	answers: { 200: pageOf(z.discriminatedUnion('type', [z.strictObject({ type: z.literal('ad'), ad: adCard })])) },
});

export const listUserVideos = endpoint(addresses.listUserVideos, {
	summary: "A seller's video ads, newest first",
	params: getUser.params,
	query: z.strictObject(pageQuery),
	answers: { 200: pageOf(adCard) },
});
