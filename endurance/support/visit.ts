import { callCosts } from '../../server/platform/http/index.ts';

/** What one visitor calls: the first page, the whole list of a small market, three ads and one search. Measured by a journey. */
export const typicalVisit: readonly (readonly [route: string, count: number])[] = [
	['GET /*', 2],
	['GET /api/categories', 1],
	['GET /api/feed', 3],
	['GET /api/ads/:id', 3],
	['GET /api/users/:user_name/posts', 3],
	['GET /api/search', 1],
	['POST /api/insights', 4],
];

const costByRoute: Readonly<Record<string, number>> = {
	// Each page as if nobody had asked for it before, and each list as if it were not the first page.
	'GET /*': callCosts.read + callCosts.render,
	'GET /api/feed': callCosts.list,
	'GET /api/users/:user_name/posts': callCosts.list,
	'GET /api/search': callCosts.search,
	// Files that change only with their address count towards no budget.
	'GET files of the build': 0,
	'other /media/:publicId/:name': 0,
};

/** Units of one call. */
export const getCallCost = (route: string): number => costByRoute[route] ?? callCosts.read;

/** Units of a visitor's calls. */
export const sumCallCosts = (calls: typeof typicalVisit): number =>
	calls.reduce((sum, [route, count]) => sum + count * getCallCost(route), 0);
