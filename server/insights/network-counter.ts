import { createHash, randomBytes } from 'node:crypto';

/** Views of a thing, or taps, that one network is counted for on a day: a mobile network puts many people behind one address. */
export const maxPerNetwork = 20;
/** Networks and things that are known at once; beyond, those known longest are forgotten. */
const maxEntries = 100_000;

/**
 * How often each network was counted today, in the memory of this process alone. A network stands there as a hash with a word that
 * is made anew each day and never written down: no address is kept, and none can be found out.
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
		/** What stands for a network and a thing on a day. */
		toKey(day: number, network: string, thing: string): string {
			startDay(day);
			return createHash('sha256').update(salt).update(`${network} ${thing}`).digest('base64url').slice(0, 22);
		},

		/** How many more it may be counted for. */
		remaining: (mark: string): number => maxPerNetwork - (counts.get(mark) ?? 0),

		count(mark: string, times: number): void {
			const before = counts.get(mark) ?? 0;
			// The newest stand last.
			counts.delete(mark);
			counts.set(mark, before + times);
			for (const oldest of counts.keys()) {
				if (counts.size <= maxEntries) break;
				counts.delete(oldest);
			}
		},
	};
}

export type NetworkCounter = ReturnType<typeof createNetworkCounter>;
