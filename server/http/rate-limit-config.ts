import type { RateLimit } from '../core/rate-limits.ts';
import type { RateClass } from './route.ts';

/** Rate limits of all routes; `docs/limits.md` explains the numbers. */
export interface RateLimitConfig {
	/** Budget of calls without a session: units that an address may spend in each server process. `callCosts` lists the units of a call. */
	address: RateLimit;
	/** Number of calls without a session that an address may make to each login, sign-up or recovery endpoint, in each server process. */
	addressLogin: RateLimit;
	/** Budget of reads with a session: units that an account may spend in each server process. */
	read: RateLimit;
	/** Number of writes that an account may make, in all processes together. */
	write: RateLimit;
	login: RateLimit;
	upload: RateLimit;
	/** Number of new accounts that an address may create, in all processes together. */
	signUp: RateLimit;
	/** Number of accepted enrollment requests of an account, or of an address without a session, in all processes together. */
	enrollment: RateLimit;
}

const minute = 60_000;

export const defaultRateLimits: RateLimitConfig = {
	// An address may spend 250 units per second on average, and 3,000 units at once.
	address: { most: 3000, window: 12_000 },
	// An address may make 50 login calls per minute on average, and 100 at once.
	addressLogin: { most: 100, window: 2 * minute },
	read: { most: 3000, window: minute },
	write: { most: 120, window: minute },
	login: { most: 100, window: 15 * minute },
	upload: { most: 600, window: 60 * minute },
	signUp: { most: 300, window: 60 * minute },
	enrollment: { most: 600, window: 60 * minute },
};

/** Cost of each kind of call in units. One unit is the cost of a cached response, about 0.3 ms of CPU time. */
export const callCosts: Readonly<
	Record<Exclude<RateClass, 'login'> | 'list' | 'search' | 'counts' | 'drawing' | 'render', number>
> = {
	read: 1,
	/** An uncached list takes 2 ms of CPU time. */
	list: 5,
	/** A search takes 4 to 9 ms of CPU time. */
	search: 15,
	/** The counts of all filter options take 5 to 60 ms of CPU time, but most are cached for a minute. */
	counts: 50,
	/** An uncached page takes 10 ms of CPU time, in addition to the cost of its read. */
	render: 30,
	/** A share picture or certificate takes 70 ms of CPU time, but is cached for long. */
	drawing: 30,
	write: 20,
	upload: 20,
	enrollment: 20,
};
