import { createHash, randomBytes } from 'node:crypto';

/** Views, or taps, of an item that count per network and day. A mobile network puts many people behind one address. */
export const maxPerNetwork = 20;
/** Keys in memory; beyond that, the oldest are evicted. */
const maxEntries = 100_000;

/**
 * Counts per network and item today, in the memory of this process. A key is a hash with a salt that changes daily and
 * is never stored, so no address can be recovered.
 */
export function createNetworkCounter() {
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

		remaining: (key: string): number => maxPerNetwork - (counts.get(key) ?? 0),

		count(key: string, times: number): void {
			const before = counts.get(key) ?? 0;
			// Re-insert, so that the newest come last.
			counts.delete(key);
			counts.set(key, before + times);
			for (const oldest of counts.keys()) {
				if (counts.size <= maxEntries) break;
				counts.delete(oldest);
			}
		},
	};
}

export type NetworkCounter = ReturnType<typeof createNetworkCounter>;
