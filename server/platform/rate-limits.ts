import { sql } from 'kysely';
import * as problemsText from '../../contract/text/problems.ts';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './database/index.ts';
import { DomainError, tooManyRequests } from './domain-error.ts';

interface RateLimitTables {
	rate_limits: { key: string; window_ends: number; used: number; subject: string | null };
}

export interface RateLimit {
	/** How many a window. */
	most: number;
	/** Milliseconds. */
	window: number;
}

export interface CountOptions {
	/** Counts only what this transaction commits. It may count a key once. */
	tx?: Tx;
	/** What `clear` finds the counter by. */
	subject?: string;
}

export interface RateLimiter {
	/**
	 * Counts one; refuses with `too_many` past the rate. Counted in the database: the same for every process. Once a process knows that a
	 * rate is used up, its further refusals neither read nor write the database.
	 */
	count(key: string, rate: RateLimit, options?: CountOptions): Promise<void>;
	/** Counts nothing; refuses as `count` would now. */
	check(key: string, rate: RateLimit): Promise<void>;
	/** Sets the counters of a subject back to zero, here and in every process. */
	clear(tx: Tx, subject: string): Promise<void>;
	/** Forgets windows that are over. */
	sweep(): Promise<void>;
}

/** Keys in memory: about 10 MB. One that does not fit costs a write more, and is refused all the same. */
const maxCachedCounters = 50_000;
const clearedTag = 'rate-limits-cleared';

export function createRateLimiter({ db, clock }: { db: Database; clock: Clock }): RateLimiter {
	/** Counters known to have reached a rate, until their window ends. They only grow, unless they are cleared. */
	const exhausted = new Map<string, { used: number; ends: number }>();
	let clears = 0;

	db.onInvalidate((tags) => {
		if (!tags.includes(clearedTag) && !tags.includes('*')) return;
		exhausted.clear();
		clears += 1;
	});

	function rejectExhausted(key: string, most: number, now: number): void {
		const known = exhausted.get(key);
		if (!known) return;
		if (known.ends <= now) exhausted.delete(key);
		else if (known.used >= most) throw exhaustedUntil(known.ends, now);
	}

	/** `since` is the number of clears when the counter was read. */
	function cacheCounter(key: string, used: number, ends: number, since: number): void {
		if (since !== clears) return;
		exhausted.delete(key);
		exhausted.set(key, { used, ends });
		if (exhausted.size > maxCachedCounters) for (const oldest of exhausted.keys()) return void exhausted.delete(oldest);
	}

	return {
		async count(key, { most, window }, { tx, subject = null } = {} as CountOptions) {
			const now = clock.now();
			rejectExhausted(key, most, now);
			const since = clears;
			const { used, window_ends: ends } = await (tx ?? db)
				.tables<RateLimitTables>()
				.insertInto('rate_limits')
				.values({ key, window_ends: now + window, used: 1, subject })
				.onConflict((conflict) =>
					conflict.column('key').doUpdateSet({
						subject,
						used: sql<number>`case when rate_limits.window_ends <= ${now} then 1 else rate_limits.used + 1 end`,
						window_ends: sql<number>`case when rate_limits.window_ends <= ${now} then ${now + window} else rate_limits.window_ends end`,
					}),
				)
				.returning(['used', 'window_ends'])
				.executeTakeFirstOrThrow();
			if (used > most) {
				// A transaction is rolled back now, but others have committed all but its own.
				cacheCounter(key, used - 1, ends, since);
				throw exhaustedUntil(ends, now);
			}
			if (used < most) return;
			if (tx) tx.onCommit(() => cacheCounter(key, used, ends, since));
			else cacheCounter(key, used, ends, since);
		},
		async check(key, { most }) {
			const now = clock.now();
			rejectExhausted(key, most, now);
			const since = clears;
			const row = await db
				.tables<RateLimitTables>()
				.selectFrom('rate_limits')
				.select(['used', 'window_ends'])
				.where('key', '=', key)
				.where('window_ends', '>', now)
				.executeTakeFirst();
			if (!row || row.used < most) return;
			cacheCounter(key, row.used, row.window_ends, since);
			throw exhaustedUntil(row.window_ends, now);
		},
		async clear(tx, subject) {
			await tx.tables<RateLimitTables>().deleteFrom('rate_limits').where('subject', '=', subject).execute();
			tx.invalidate(clearedTag);
		},
		async sweep() {
			await db.tables<RateLimitTables>().deleteFrom('rate_limits').where('window_ends', '<=', clock.now()).execute();
		},
	};
}

function exhaustedUntil(windowEnds: number, now: number): DomainError {
	return tooManyRequests(problemsText.tooManyTries, windowEnds - now);
}

/** Waits for a `count` or `check`. Returns its `too_many`, null within the rate; any other error is thrown. */
export async function catchTooManyRequests(counted: Promise<void>): Promise<DomainError | null> {
	try {
		await counted;
		return null;
	} catch (error) {
		if (error instanceof DomainError && error.code === 'too_many') return error;
		throw error;
	}
}
