import type { RateLimit } from '../rate-limits.ts';
import type { RateClass } from './route.ts';

/** How much callers may do. `docs/limits.md` explains the numbers. */
export interface RateLimitConfig {
	/** Units that one address may cost without a session, in each process; see `costs`. */
	address: RateLimit;
	/** Logins, sign-ups and recoveries of one address without a session, in each process. */
	addressLogin: RateLimit;
	/** Units that the reads of one account may cost, in each process. */
	read: RateLimit;
	/** Calls of one account, in all processes. */
	write: RateLimit;
	login: RateLimit;
	upload: RateLimit;
	/** Accounts made from one address, in all processes. */
	signUp: RateLimit;
	/** Requests for a place in a course that were accepted, of one account or, without a session, one address, in all processes. */
	enrollment: RateLimit;
}

const minute = 60_000;

export const defaultRateLimits: RateLimitConfig = {
	// 250 units a second, and 3,000 at once.
	address: { most: 3000, window: 12_000 },
	// 50 a minute, and 100 at once.
	addressLogin: { most: 100, window: 2 * minute },
	read: { most: 3000, window: minute },
	write: { most: 120, window: minute },
	login: { most: 100, window: 15 * minute },
	upload: { most: 600, window: 60 * minute },
	signUp: { most: 300, window: 60 * minute },
	enrollment: { most: 600, window: 60 * minute },
};

/** Units that a call costs. One is what the cache answers, about 0.3 ms of a processor. */
export const callCosts: Readonly<
	Record<Exclude<RateClass, 'login'> | 'list' | 'search' | 'drawing' | 'render', number>
> = {
	read: 1,
	/** A list that no cache holds: 2 ms. */
	list: 5,
	/** 4 to 9 ms. */
	search: 15,
	/** A page that is not in the cache, beside its read: 10 ms. */
	render: 30,
	/** A share picture or a certificate; they take 70 ms, but are kept for long. */
	drawing: 30,
	write: 20,
	upload: 20,
	enrollment: 20,
};
