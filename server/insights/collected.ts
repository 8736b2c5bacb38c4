import { createHash } from 'node:crypto';
import type { Insight } from '../../contract/insights.ts';
import type { Target } from '../../contract/target.ts';
import type { Networks } from './networks.ts';
import { stepOf } from './vitals.ts';

/** Something seen or tapped by a browser that is known for a day by a hash and no longer. */
export interface Seen {
	what: 'view' | 'contact';
	target: Target;
	id: number;
	day: number;
	hash: string;
	/** What stands for its network and the thing. */
	mark: string;
}

/** A browser that tells something. */
export interface Teller {
	dayKey: string;
	/** Its network, see `networkOf`. */
	network: string;
}

/** What has been told and not been written yet. */
export interface Collected {
	/** By hash: a browser counts once. */
	seen: Map<string, Seen>;
	pages: Map<string, { day: number; route: string; path: string; views: number }>;
	vitals: Map<string, { day: number; route: string; name: string; up_to: number; visits: number }>;
}

/** Strangers write here: what stands beyond these is let go. */
const mostSeen = 5000;
const mostPages = 2000;
const mostVitals = 2000;

export function nothingCollected(): Collected {
	return { seen: new Map(), pages: new Map(), vitals: new Map() };
}

export function collect(
	{ seen, pages, vitals }: Collected,
	networks: Networks,
	day: number,
	{ dayKey, network }: Teller,
	insight: Insight,
): void {
	if (insight.type === 'pageview') {
		const route = routeOf(insight.route);
		const path = insight.path
			.replace(/[?#].*$/s, '')
			.slice(0, 200)
			.toWellFormed();
		const entry = keep(pages, `${day} ${route} ${path}`, mostPages, () => ({ day, route, path, views: 0 }));
		if (entry) entry.views += 1;
	} else if (insight.type === 'vital') {
		const [route, name, up_to] = [routeOf(insight.route), insight.name, stepOf(insight.name, insight.value)];
		const entry = keep(vitals, `${day} ${route} ${name} ${up_to}`, mostVitals, () => ({
			day,
			route,
			name,
			up_to,
			visits: 0,
		}));
		if (entry) entry.visits += 1;
	} else {
		const [what, target] =
			insight.type === 'view' ? ['view' as const, insight.target] : ['contact' as const, 'ads' as const];
		const { id } = insight;
		const hash = createHash('sha256').update(`${dayKey} ${what} ${target} ${id}`).digest('base64url').slice(0, 22);
		const mark = networks.mark(day, network, `${what} ${target} ${id}`);
		if (networks.left(mark) > 0) keep(seen, `${day} ${hash}`, mostSeen, () => ({ what, target, id, day, hash, mark }));
	}
}

/** Puts back what could not be written. */
export function putBack(into: Collected, { seen, pages, vitals }: Collected): void {
	for (const [key, one] of seen) keep(into.seen, key, mostSeen, () => one);
	for (const [key, page] of pages) {
		const entry = keep(into.pages, key, mostPages, () => ({ ...page, views: 0 }));
		if (entry) entry.views += page.views;
	}
	for (const [key, vital] of vitals) {
		const entry = keep(into.vitals, key, mostVitals, () => ({ ...vital, visits: 0 }));
		if (entry) entry.visits += vital.visits;
	}
}

function keep<Value>(map: Map<string, Value>, key: string, most: number, make: () => Value): Value | undefined {
	let value = map.get(key);
	if (value === undefined && map.size < most) {
		value = make();
		map.set(key, value);
	}
	return value;
}

/** A route's pattern as our pages have it; anything else is no route. */
function routeOf(route: string): string {
	return /^[\w/:*.-]{1,80}$/.test(route) ? route : 'other';
}
