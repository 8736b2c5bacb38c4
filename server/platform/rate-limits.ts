import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Db } from './database/index.ts';
import { Refusal } from './refusal.ts';

interface RateTables {
	rate_limits: { key: string; window_ends: number; used: number };
}

export interface Rate {
	/** How many a window. */
	most: number;
	/** Milliseconds. */
	window: number;
}

export interface RateLimits {
	/**
	 * Counts one; refuses with `too_many` past the rate. Counted in the database: the same for every process. In a transaction it counts
	 * only what is committed.
	 */
	count(key: string, rate: Rate, at?: Db): Promise<void>;
	/** Counts nothing; refuses as `count` would now. */
	check(key: string, rate: Rate): Promise<void>;
	/** Forgets windows that are over. */
	sweep(): Promise<void>;
}

export function createRateLimits({ db, clock }: { db: Database; clock: Clock }): RateLimits {
	return {
		async count(key, { most, window }, at = db) {
			const now = clock.now();
			const row = await at
				.tables<RateTables>()
				.insertInto('rate_limits')
				.values({ key, window_ends: now + window, used: 1 })
				.onConflict((conflict) =>
					conflict.column('key').doUpdateSet({
						used: sql<number>`case when rate_limits.window_ends <= ${now} then 1 else rate_limits.used + 1 end`,
						window_ends: sql<number>`case when rate_limits.window_ends <= ${now} then ${now + window} else rate_limits.window_ends end`,
					}),
				)
				.returning(['used', 'window_ends'])
				.executeTakeFirstOrThrow();
			if (row.used > most) throw tooMany(row.window_ends, now);
		},
		async check(key, { most }) {
			const now = clock.now();
			const row = await db
				.tables<RateTables>()
				.selectFrom('rate_limits')
				.select(['used', 'window_ends'])
				.where('key', '=', key)
				.where('window_ends', '>', now)
				.executeTakeFirst();
			if (row && row.used >= most) throw tooMany(row.window_ends, now);
		},
		async sweep() {
			await db.tables<RateTables>().deleteFrom('rate_limits').where('window_ends', '<=', clock.now()).execute();
		},
	};
}

function tooMany(windowEnds: number, now: number): Refusal {
	const retryAfter = Math.max(1, Math.ceil((windowEnds - now) / 1000));
	return new Refusal('too_many', 'Too many tries. Please wait a little.', { retryAfter });
}
