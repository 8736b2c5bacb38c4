/** Current time, injected so that tests can set it. */
export interface Clock {
	/** Whole milliseconds since 1970 (UTC). */
	now(): number;
}

export const systemClock: Clock = { now: Date.now };

/** Formats a time in milliseconds since 1970 as ISO 8601 in UTC. Null stays null. */
export function toIsoTime(time: number): string;
export function toIsoTime(time: number | null): string | null;
export function toIsoTime(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
