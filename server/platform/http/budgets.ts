import * as problemsText from '../../../contract/text/problems.ts';
import type { Clock } from '../clock.ts';
import { tooManyRequests } from '../domain-error.ts';
import type { RateLimit } from '../rate-limits.ts';

/** What callers may cost, each with a token bucket in the memory of this process: a call costs no database write. */
export interface Budgets {
	/** Takes `cost` from the caller's budget. Throws `too_many` where it is used up, and takes nothing then. */
	spend(caller: string, budget: RateLimit, cost: number): void;
	/** Takes a cost that showed only while the call was handled. Never throws: what is too much is missing later. */
	charge(caller: string, budget: RateLimit, cost: number): void;
}

/** Callers that are remembered: about 10 MB. Past that the one that was seen least recently starts anew. */
const maxCallers = 100_000;

/** A budget is full at `most` units, and fills up from nothing within its window. */
export function createBudgets({ clock }: { clock: Clock }): Budgets {
	const buckets = new Map<string, { left: number; at: number }>();

	function take(caller: string, { most, window }: RateLimit, cost: number, force: boolean): void {
		const now = clock.now();
		const known = buckets.get(caller);
		// The clock may be set back.
		const elapsed = known ? Math.max(0, now - known.at) : 0;
		const left = known ? Math.min(most, known.left + (elapsed * most) / window) : most;
		if (left < cost && !force) {
			throw tooManyRequests(problemsText.tooManyRequests, ((cost - left) * window) / most);
		}
		buckets.delete(caller);
		buckets.set(caller, { left: left - cost, at: now });
		if (buckets.size > maxCallers) for (const oldest of buckets.keys()) return void buckets.delete(oldest);
	}

	return {
		spend: (caller, budget, cost) => take(caller, budget, cost, false),
		charge: (caller, budget, cost) => take(caller, budget, cost, true),
	};
}
