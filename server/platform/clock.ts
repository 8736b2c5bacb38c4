/** The time of day, passed in so that tests can set it. */
export interface Clock {
	/** Milliseconds since 1970 began (UTC), whole. */
	now(): number;
}

export const systemClock: Clock = { now: Date.now };
