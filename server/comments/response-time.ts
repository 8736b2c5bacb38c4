import type { ResponseTime } from '../../contract/accounts/accounts.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import type { AccountService } from '../accounts/index.ts';
import type { Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { listFirstAnswerDelays } from './store.ts';

const hour = 3_600_000;
/** Longest median of each response time, in milliseconds. Anything longer is `days`. */
const longestMedians: readonly [ResponseTime, number][] = [
	['hour', hour],
	['hours', 3 * hour],
	['day', 24 * hour],
];
const batchSize = 100;

/** Returns the response time for the delays of first answers in milliseconds; null if there are too few. */
export function toResponseTime(delays: readonly number[]): ResponseTime | null {
	if (delays.length < verificationLimits.responseTime.answers) return null;
	const sorted = delays.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	// An even number of delays has two in the middle.
	const [lower = 0, upper = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
	const median = (lower + upper) / 2;
	return longestMedians.find(([, longest]) => median <= longest)?.[0] ?? 'days';
}

export interface ResponseTimeDeps extends Pick<Platform, 'db' | 'clock'> {
	accounts: AccountService;
}

/** Computes how quickly sellers give the first answer to questions on their ads, and stores it on their account. */
export function createResponseTimeService({ db, clock, accounts }: ResponseTimeDeps) {
	async function refresh(tx: Tx, accountId: number): Promise<void> {
		const since = clock.now() - verificationLimits.responseTime.period;
		const delays = await listFirstAnswerDelays(tx, accountId, since);
		await accounts.trust.setResponseTime(tx, accountId, toResponseTime(delays));
	}

	return {
		/** Computes the response time of an account again. */
		refresh,

		/** Computes the response times again that are older than a day, because answers age. */
		async refreshStale(): Promise<void> {
			for (;;) {
				const until = clock.now() - verificationLimits.responseTime.refreshAfter;
				const ids = await accounts.trust.listStaleResponseTimes(db, until, batchSize);
				for (const id of ids) await db.transaction((tx) => refresh(tx, id));
				if (ids.length < batchSize) return;
			}
		},
	};
}
