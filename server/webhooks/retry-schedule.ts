const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds of failures after which a webhook is switched off. */
export const failurePeriod = 24 * hour;

/** Milliseconds between the attempts of a delivery, together a day. */
const retryDelays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 8.5 * hour];

/** Returns the milliseconds until the next attempt after `attempts` failed ones. Null after the last. */
export function getRetryDelay(attempts: number): number | null {
	return retryDelays[attempts - 1] ?? null;
}

/** Longest pause between two attempts in milliseconds. */
export const longestRetryDelay = Math.max(...retryDelays);
