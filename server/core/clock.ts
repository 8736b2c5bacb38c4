/** Current time, injected so that tests can set it. */
export interface Clock {
	/** Whole milliseconds since 1970 (UTC). */
	now(): number;
}

export const systemClock: Clock = { now: Date.now };
