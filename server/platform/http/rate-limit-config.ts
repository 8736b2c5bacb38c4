import type { RateLimit } from '../rate-limits.ts';
import type { RateClass } from './route.ts';

/** Rate limits; `docs/limits.md` explains the numbers. */
export interface RateLimitConfig {
	/** Units per address without a session, per process; see `callCosts`. */
	address: RateLimit;
	/** Logins, sign-ups and recoveries per address without a session, per process. */
	addressLogin: RateLimit;
	/** Units for reads per account, per process. */
	read: RateLimit;
	/** Calls per account, across processes. */
	write: RateLimit;
	login: RateLimit;
	upload: RateLimit;
	/** New accounts per address, across processes. */
	signUp: RateLimit;
	/** Accepted enrollment requests per account, or per address without a session, across processes. */
	enrollment: RateLimit;
}

const minute = 60_000;

export const defaultRateLimits: RateLimitConfig = {
	// 250 units per second, bursts of 3,000.
	address: { most: 3000, window: 12_000 },
	// 50 per minute, bursts of 100.
	addressLogin: { most: 100, window: 2 * minute },
	read: { most: 3000, window: minute },
	write: { most: 120, window: minute },
	login: { most: 100, window: 15 * minute },
	upload: { most: 600, window: 60 * minute },
	signUp: { most: 300, window: 60 * minute },
	enrollment: { most: 600, window: 60 * minute },
};

/** Units per call. One unit is a cached response, about 0.3 ms of CPU time. */
export const callCosts: Readonly<
	Record<Exclude<RateClass, 'login'> | 'list' | 'search' | 'drawing' | 'render', number>
> = {
	read: 1,
	/** Uncached list: 2 ms. */
	list: 5,
	/** 4 to 9 ms. */
	search: 15,
	/** Uncached page, in addition to its read: 10 ms. */
	render: 30,
	/** Share picture or certificate: 70 ms, but cached for long. */
	drawing: 30,
	write: 20,
	upload: 20,
	enrollment: 20,
};
