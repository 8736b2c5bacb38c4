import { createHash, randomBytes } from 'node:crypto';

/** Views of an item that count per day and IP address prefix; each kind of contact has the same limit. Many mobile users share one address. */
export const maxDailyViewsPerNetwork = 20;
/** Maximum number of keys in memory. The oldest keys are evicted. */
const maxEntries = 100_000;

/**
 * Counts today's views and contacts per item and IP address prefix in memory. A key is a hash with a random daily salt. The salt is
 * never stored, so a key does not reveal an address.
 */
export function createViewsPerNetworkCounter() {
	let today = 0;
	let salt = randomBytes(16);
	let counts = new Map<string, number>();

	function startDay(day: number) {
		if (day === today) return;
		[today, salt, counts] = [day, randomBytes(16), new Map()];
	}

	return {
		toKey(day: number, network: string, item: string): string {
			startDay(day);
			return createHash('sha256').update(salt).update(`${network} ${item}`).digest('base64url').slice(0, 22);
		},

		remaining: (key: string): number => maxDailyViewsPerNetwork - (counts.get(key) ?? 0),

		count(key: string, times: number): void {
			const before = counts.get(key) ?? 0;
			// `delete` moves the key to the end of the map, so that the least recently counted key is evicted first.
			counts.delete(key);
			counts.set(key, before + times);
			for (const oldest of counts.keys()) {
				if (counts.size <= maxEntries) break;
				counts.delete(oldest);
			}
		},
	};
}

export type ViewsPerNetworkCounter = ReturnType<typeof createViewsPerNetworkCounter>;
