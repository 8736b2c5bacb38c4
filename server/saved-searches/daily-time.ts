const hour = 3_600_000;
const day = 24 * hour;

/** Time of the daily alerts: 8 in the morning in Nigeria, which is always an hour ahead of UTC. */
const dailyAt = 7 * hour;

/** Returns the last time at which daily alerts were due, in milliseconds since 1970. */
export function getLastDailyTime(now: number): number {
	return Math.floor((now - dailyAt) / day) * day + dailyAt;
}
