import type { FastifyRequest } from 'fastify';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import type { Current } from '../core/current.ts';
import type { RateLimit, RateLimiter } from '../core/rate-limits.ts';
import type { Tx } from '../database/index.ts';
import type { Caller } from './authenticate.ts';
import type { CallBudgets } from './budgets.ts';
import { toWideNetworkPrefix } from './network.ts';
import { callCosts, type RateLimitConfig } from './rate-limit-config.ts';
import type { EndpointCall, Route } from './route.ts';

/** Where calls are counted, and how many are allowed. */
export interface Limits {
	rateLimits: RateLimiter;
	budgets: CallBudgets;
	rateLimitConfig: Current<RateLimitConfig>;
}

/** Counts a call before it runs: in memory, or in the database with a promise. Throws `too_many`. */
export function limitCall(
	request: FastifyRequest,
	{ accountId, tokenId }: Caller,
	route: Route,
	limits: Limits,
): Promise<void> | undefined {
	const countedToken = tokenId === null ? undefined : countOfToken(request, tokenId, route, limits);
	if (countedToken) return countedToken.then(() => limitCallOfAccount(request, accountId, route, limits));
	return limitCallOfAccount(request, accountId, route, limits);
}

function limitCallOfAccount(
	request: FastifyRequest,
	accountId: number | null,
	route: Route,
	limits: Limits,
): Promise<void> | undefined {
	if (route.options.checksRate) return spendCallBudget(request, accountId, callCosts.read, limits);
	return countCall(request, accountId, route, limits);
}

/** Counts a call against its rate class. */
export function countCall(
	request: FastifyRequest,
	accountId: number | null,
	route: Route,
	limits: Limits,
): Promise<void> | undefined {
	const { rate } = route.options;
	const { rateLimits, budgets, rateLimitConfig } = limits;
	if (accountId !== null && rate !== 'read' && rate !== 'enrollment')
		return rateLimits.count(`${rate} account ${accountId}`, rateLimitConfig.current()[rate]);
	if (rate !== 'login') return spendCallBudget(request, accountId, getCost(request, route), limits);
	// Each login endpoint has its own budget per address, so password guessing blocks neither browsing nor a password reset.
	const key = `${endpointAddresses[route.endpoint.name]} ${getCallBudgetKey(request)}`;
	budgets.spend(key, rateLimitConfig.current().addressLogin, 1);
}

/** Counts a call with an API token against the limit of the token, half of an account's, so that no token locks its owner out. */
function countOfToken(
	request: FastifyRequest,
	tokenId: number,
	route: Route,
	limits: Limits,
): Promise<void> | undefined {
	const { rate } = route.options;
	if (rate === 'read' || rate === 'enrollment') return spendTokenBudget(tokenId, getCost(request, route), limits);
	return limits.rateLimits.count(`${rate} token ${tokenId}`, halve(limits.rateLimitConfig.current()[rate]));
}

/** Counts an accepted call of the rate class `enrollment` in its transaction. */
export async function countAccepted(
	tx: Tx,
	{ actor, wideNetwork }: Pick<EndpointCall<Route['endpoint'], 'anyone'>, 'actor' | 'wideNetwork'>,
	{ rateLimits, rateLimitConfig }: Limits,
): Promise<void> {
	const key = `accepted enrollment ${actor ? `account ${actor.accountId}` : `address ${wideNetwork}`}`;
	await rateLimits.count(key, rateLimitConfig.current().enrollment, { tx });
}

function getCost({ query }: FastifyRequest, { options: { cost, rate } }: Route): number {
	return cost?.(query as Record<string, unknown>) ?? callCosts[rate === 'login' ? 'read' : rate];
}

/** Spends units from the account's budget, or without a session from the address's budget. Throws `too_many`. */
export function spendCallBudget(
	request: FastifyRequest,
	accountId: number | null,
	cost: number,
	{ budgets, rateLimitConfig }: Limits,
): undefined {
	if (accountId !== null) budgets.spend(`account ${accountId}`, rateLimitConfig.current().read, cost);
	else budgets.spend(getCallBudgetKey(request), rateLimitConfig.current().address, cost);
}

/** Spends units from the budget of an API token. Throws `too_many`. */
export function spendTokenBudget(tokenId: number, cost: number, { budgets, rateLimitConfig }: Limits): undefined {
	budgets.spend(`token ${tokenId}`, halve(rateLimitConfig.current().read), cost);
}

function halve({ most, window }: RateLimit): RateLimit {
	return { most: Math.ceil(most / 2), window };
}

/** Returns the budget key of a request's address. All addresses in an IPv6 customer's /56 share one key. */
export const getCallBudgetKey = (request: FastifyRequest): string => `address ${toWideNetworkPrefix(request.ip)}`;
