import * as problemsText from '../../text/shared/problems.ts';
import type { Clock } from '../core/clock.ts';
import { tooManyRequests } from '../core/domain-error.ts';
import type { RateLimit } from '../core/rate-limits.ts';

/** Budgets of calls as token buckets. They are in the memory of this process, so that a call costs no database write. */
export interface CallBudgets {
	/** Spends `cost` units. If the budget has fewer units, spends nothing and throws `too_many`. */
	spend(caller: string, budget: RateLimit, cost: number): void;
	/** Charges units that are known only during the call. Never throws; the budget may become negative. */
	charge(caller: string, budget: RateLimit, cost: number): void;
}

/** Number of callers whose budgets are stored, about 10 MB. Beyond it, the least recently seen caller is evicted. */
const maxCallers = 100_000;

/** Creates the budgets of all callers, full at first. A budget holds `most` units and refills from zero within its `window`. */
export function createCallBudgets({ clock }: { clock: Clock }): CallBudgets {
	const buckets = new Map<string, { left: number; at: number }>();

	function take(caller: string, { most, window }: RateLimit, cost: number, force: boolean): void {
		const now = clock.now();
		const bucket = buckets.get(caller);
		// The clock may be set back, so the elapsed time is at least 0.
		const elapsed = bucket ? Math.max(0, now - bucket.at) : 0;
		const left = bucket ? Math.min(most, bucket.left + (elapsed * most) / window) : most;
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
