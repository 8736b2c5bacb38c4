import { callCosts } from '../../server/http/index.ts';

/** Number of calls per route in a typical visit, taken from an end-to-end test. */
export const typicalVisit: readonly (readonly [route: string, count: number])[] = [
	['GET /*', 2],
	['GET /api/feed', 3],
	['GET /api/ads/:id', 3],
	['GET /api/users/:user_name/posts', 3],
	['GET /api/search', 1],
	['POST /api/insights', 4],
];

const costByRoute: Readonly<Record<string, number>> = {
	// The costs of pages and lists assume that no response is cached.
	'GET /*': callCosts.read + callCosts.render,
	'GET /api/feed': callCosts.list,
	'GET /api/users/:user_name/posts': callCosts.list,
	'GET /api/search': callCosts.search,
	// Requests for immutable files do not count against the rate limit.
	'GET files of the build': 0,
	'other /media/:publicId/:name': 0,
};

export const getCallCost = (route: string): number => costByRoute[route] ?? callCosts.read;

export const sumCallCosts = (calls: typeof typicalVisit): number =>
	calls.reduce((sum, [route, count]) => sum + count * getCallCost(route), 0);
