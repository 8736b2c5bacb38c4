import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { idSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { contentTargets } from '../core/target.ts';

const pathSchema = z.string().max(300);

export const webVitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;

/** Ways in which a player plays a video: in segments, an HLS playlist, a file on the device, one file from the server. */
export const videoSourceNames = ['segments', 'hls', 'device', 'file'] as const;
/** Why a player gave up one of them. The first three are no errors for the browser. */
export const fallbackReasons = ['index', 'gap', 'frozen', 'network', 'decode', 'unsupported'] as const;

const watchedPartsSchema = z
	.int()
	.min(1)
	.max(2 ** limits.watching.parts - 1)
	.refine((parts) => parts % 2 === 1);

/** Analytics event that a browser sends, without cookies and user ids. */
export const insightEventSchema = z.discriminatedUnion('type', [
	/** Page view: the route's pattern, and the URL path, which is not stored. */
	z.strictObject({ type: z.literal('pageview'), route: pathSchema, path: pathSchema }),
	z.strictObject({ type: z.literal('view'), target: z.enum(contentTargets), id: idSchema }),
	/** Tap that opens a WhatsApp chat with the seller of an ad. */
	z.strictObject({ type: z.literal('contact'), id: idSchema }),
	/** Offer of a price, sent in a WhatsApp chat. */
	z.strictObject({ type: z.literal('offer'), id: idSchema }),
	/** Tap that calls the seller of an ad. */
	z.strictObject({ type: z.literal('call'), id: idSchema }),
	/** Tap on a product that is pinned to a video. `id` is the id of the video. */
	z.strictObject({ type: z.literal('product'), id: idSchema }),
	/** Play of a video ad. Bit n of `parts` is set if part n of the equal parts was watched. Every play counts for the first part. */
	z.strictObject({ type: z.literal('watch'), id: idSchema, parts: watchedPartsSchema }),
	/** A video did not play in one way, so that the player tried the next one. */
	z.strictObject({ type: z.literal('fallback'), from: z.enum(videoSourceNames), reason: z.enum(fallbackReasons) }),
	/** Core Web Vital. `value` is in milliseconds; for CLS in thousandths. */
	z.strictObject({
		type: z.literal('vital'),
		route: pathSchema,
		name: z.enum(webVitalNames),
		value: z.number().nonnegative().max(600_000),
	}),
]);
export type InsightEvent = z.infer<typeof insightEventSchema>;

export const sendInsights = defineEndpoint('sendInsights', {
	summary:
		'Report views, contacts, plays and faults of videos, and web vitals; `day_key` is a random key per day and counts a browser once a day',
	body: z.strictObject({
		day_key: z.string().regex(/^[\w-]{16,64}$/),
		insights: z.array(insightEventSchema).min(1).max(50),
	}),
	responses: { 202: null },
	errors: [],
});

const stats = {
	views: z.int(),
	likes: z.int(),
	saves: z.int(),
	comments: z.int(),
	/** WhatsApp chats, including those with an offer. */
	contacts: z.int(),
	offers: z.int(),
	calls: z.int(),
	/** Taps on the products of a video. */
	product_taps: z.int(),
};

export const getMyInsights = defineEndpoint('getMyInsights', {
	summary: `Get stats of your ads and posts: for each of the last ${limits.insightDays} days, and in total by item`,
	query: z.strictObject({
		target: z.enum(contentTargets).optional(),
		id: z.coerce.number().int().positive().optional(),
	}),
	responses: {
		200: z.strictObject({
			/** Stats summed over the ads and posts: one entry per UTC day without gaps, oldest first. */
			days: z.array(z.strictObject({ day: z.iso.date(), ...stats })),
			items: z.array(z.strictObject({ target: z.enum(contentTargets), id: idSchema, title: z.string(), ...stats })),
			/** How a video ad is watched. Null unless `id` is that of a processed video. */
			watching: z
				.strictObject({
					duration_ms: z.int().positive(),
					/** Number of plays that watched each of the equal parts. That of the first part is the number of all plays. */
					plays: z.array(z.int()).length(limits.watching.parts),
				})
				.nullable(),
		}),
	},
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const getSiteInsights = defineEndpoint('getSiteInsights', {
	summary: `Get page views and web vitals for each of the last ${limits.insightDays} days, by route`,
	responses: {
		200: z.strictObject({
			/** UTC days without gaps, oldest first. */
			days: z.array(z.iso.date()),
			/** Page views per route, most viewed first. `by_day` has the order of `days`. */
			pageviews: z.array(z.strictObject({ route: z.string(), views: z.int(), by_day: z.array(z.int()) })),
			/** Web vitals per route, most visited first. `p75` is the 75th percentile in milliseconds; for CLS in thousandths. */
			vitals: z.array(
				z.strictObject({ route: z.string(), name: z.enum(webVitalNames), p75: z.int(), visits: z.int() }),
			),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});
