import { createHash } from 'node:crypto';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { InsightEvent } from '../../contract/insights/insights.ts';
import type { ViewsPerNetworkCounter } from './views-per-network-counter.ts';
import { toHistogramBucket } from './vitals.ts';

/**
 * A view of an ad or post, a contact with the seller of an ad, a tap on a product of a video, or a play of it. `hash` identifies the browser,
 * the item and `what` for one day.
 */
export interface Interaction {
	what: 'view' | 'contact' | 'offer' | 'call' | 'product' | 'watch';
	target: ContentTarget;
	id: number;
	day: number;
	hash: string;
	/** Bit mask of the watched parts of a video; 0 for all but a play. */
	parts: number;
	/** Key of `ViewsPerNetworkCounter`: a hash of the browser's IP address prefix, the item and `what` (view or kind of contact). */
	networkKey: string;
}

export interface InsightEventOrigin {
	dayKey: string;
	/** Prefix of the sender's IP address, from `toWideNetworkPrefix`. */
	network: string;
}

/** Views, contacts, plays, pageviews and web vitals that were received, but not written to the database yet. */
export interface InsightBuffer {
	/** Interactions by day and hash. Repeated views of an item by one browser are one entry. */
	interactions: Map<string, Interaction>;
	pages: Map<string, { day: number; route: string; path: string; views: number }>;
	vitals: Map<string, { day: number; route: string; name: string; up_to: number; visits: number }>;
}

/** Maximum numbers of entries per kind in the buffer. Insights beyond them are discarded, because anyone can send any number. */
const maxInteractions = 5000;
const maxPages = 2000;
const maxVitals = 2000;

export function createInsightBuffer(): InsightBuffer {
	return { interactions: new Map(), pages: new Map(), vitals: new Map() };
}

export function bufferInsightEvent(
	{ interactions, pages, vitals }: InsightBuffer,
	networks: ViewsPerNetworkCounter,
	day: number,
	{ dayKey, network }: InsightEventOrigin,
	insight: Exclude<InsightEvent, { type: 'fallback' }>,
): void {
	if (insight.type === 'pageview') {
		const route = normalizeRoute(insight.route);
		// The path would name the account or the ad whose page it is.
		const entry = getOrInsert(pages, `${day} ${route}`, maxPages, () => ({ day, route, path: '', views: 0 }));
		if (entry) entry.views += 1;
	} else if (insight.type === 'vital') {
		const [route, name, up_to] = [
			normalizeRoute(insight.route),
			insight.name,
			toHistogramBucket(insight.name, insight.value),
		];
		const entry = getOrInsert(vitals, `${day} ${route} ${name} ${up_to}`, maxVitals, () => ({
			day,
			route,
			name,
			up_to,
			visits: 0,
		}));
		if (entry) entry.visits += 1;
	} else {
		const { type: what, id } = insight;
		const target = insight.type === 'view' ? insight.target : 'ads';
		const hash = createHash('sha256').update(`${dayKey} ${what} ${target} ${id}`).digest('base64url').slice(0, 22);
		const parts = insight.type === 'watch' ? insight.parts : 0;
		const networkKey = networks.toKey(day, network, `${what} ${target} ${id}`);
		if (networks.remaining(networkKey) > 0)
			getOrInsert(interactions, `${day} ${hash}`, maxInteractions, () => ({
				what,
				target,
				id,
				day,
				hash,
				parts,
				networkKey,
			}));
	}
}

export function restoreToBuffer(into: InsightBuffer, { interactions, pages, vitals }: InsightBuffer): void {
	for (const [key, interaction] of interactions)
		getOrInsert(into.interactions, key, maxInteractions, () => interaction);
	for (const [key, page] of pages) {
		const entry = getOrInsert(into.pages, key, maxPages, () => ({ ...page, views: 0 }));
		if (entry) entry.views += page.views;
	}
	for (const [key, vital] of vitals) {
		const entry = getOrInsert(into.vitals, key, maxVitals, () => ({ ...vital, visits: 0 }));
		if (entry) entry.visits += vital.visits;
	}
}

function getOrInsert<Value>(map: Map<string, Value>, key: string, most: number, make: () => Value): Value | undefined {
	let value = map.get(key);
	if (value === undefined && map.size < most) {
		value = make();
		map.set(key, value);
	}
	return value;
}

/** Returns 'other' for text that is not a route pattern such as 'feed/:id'. */
function normalizeRoute(route: string): string {
	return /^[\w/:*.-]{1,80}$/.test(route) ? route : 'other';
}
