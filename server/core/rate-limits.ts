import { sql } from 'kysely';
import * as problemsText from '../../text/shared/problems.ts';
import {
	type Database,
	type Db,
	lockRows,
	runCompiled,
	selectFromJson,
	type Tx,
	toLocking,
} from '../database/index.ts';
import { createBatcher } from './batcher.ts';
import type { Clock } from './clock.ts';
import { DomainError, tooManyRequests } from './domain-error.ts';

interface RateLimitTables {
	rate_limits: { key: string; window_ends: number; used: number; subject: string | null };
}

export interface RateLimit {
	/** Maximum number of calls per window. */
	most: number;
	/** Length of the window in milliseconds. */
	window: number;
}

export interface RateLimitCountOptions {
	/** Transaction of the call. The call counts only if the transaction commits. A transaction may count a key only once. */
	tx?: Tx;
	/** Subject to which the counter belongs, such as an email address. `clear` resets all counters of a subject. */
	subject?: string;
}

export interface RateLimiter {
	/**
	 * Counts a call. Throws `too_many` beyond the limit. The counter is in the database, so it applies to all processes. Once a process
	 * knows that a key is exhausted, it rejects calls without database access.
	 */
	count(key: string, rate: RateLimit, options?: RateLimitCountOptions): Promise<void>;
	/**
	 * Counts several calls in a transaction with one statement. Returns for each whether it was counted: a call whose key is known to be
	 * exhausted is not. Throws `too_many` if another call is beyond its limit; then the transaction must roll back.
	 */
	countEach(tx: Tx, calls: readonly { key: string; rate: RateLimit }[]): Promise<boolean[]>;
	/** Throws like `count` if the limit is reached, but counts nothing. */
	check(key: string, rate: RateLimit): Promise<void>;
	/** Resets the counters of a subject in every process. */
	clear(tx: Tx, subject: string): Promise<void>;
	/** Deletes counters whose window has ended. */
	sweep(): Promise<void>;
}

interface CountedCall {
	key: string;
	/** End of a window that begins with this call, in milliseconds since 1970. */
	windowEnds: number;
	subject: string | null;
}

interface Counter {
	used: number;
	windowEnds: number;
}

/** Number of exhausted keys that a process caches, about 10 MB. An evicted key costs one more write, and its calls are still rejected. */
const maxCachedCounters = 50_000;
const clearedTag = 'rate-limits-cleared';

export function createRateLimiter({ db, clock }: { db: Database; clock: Clock }): RateLimiter {
	/** Counters that reached their limit, until their window ends. A counter never decreases within its window, unless it is cleared. */
	const exhausted = new Map<string, { used: number; windowEnds: number }>();
	let clears = 0;

	db.onInvalidate((tags) => {
		if (!tags.includes(clearedTag) && !tags.includes('*')) return;
		exhausted.clear();
		clears += 1;
	});

	/** Returns when the window of a key ends that is known to be exhausted, otherwise null. */
	function findExhaustedEnd(key: string, most: number, now: number): number | null {
		const cached = exhausted.get(key);
		if (!cached) return null;
		if (cached.windowEnds <= now) exhausted.delete(key);
		else if (cached.used >= most) return cached.windowEnds;
		return null;
	}

	function rejectExhausted(key: string, most: number, now: number): void {
		const windowEnds = findExhaustedEnd(key, most, now);
		if (windowEnds !== null) throw exhaustedUntil(windowEnds, now);
	}

	/** Caches a counter, unless counters were cleared after it was read. `since` is the number of clears when it was read. */
	function cacheCounter(key: string, used: number, windowEnds: number, since: number): void {
		if (since !== clears) return;
		exhausted.delete(key);
		exhausted.set(key, { used, windowEnds });
		if (exhausted.size > maxCachedCounters) for (const oldest of exhausted.keys()) return void exhausted.delete(oldest);
	}

	async function countInTransaction(tx: Tx, call: CountedCall, now: number): Promise<Counter> {
		const [counter] = await countCalls(tx, [call], now);
		if (!counter) throw new Error('A call was not counted');
		return counter;
	}

	/** Counts a call in a statement of its own, together with the calls that wait at the same time. */
	const countAlone = createBatcher(db, (calls: readonly CountedCall[]) =>
		db.statement((db) => countCalls(db, calls, clock.now())),
	);

	return {
		async count(key, { most, window }, { tx, subject = null } = {} as RateLimitCountOptions) {
			const now = clock.now();
			rejectExhausted(key, most, now);
			const since = clears;
			const call = { key, windowEnds: now + window, subject };
			const { used, windowEnds } = await (tx ? countInTransaction(tx, call, now) : countAlone(call));
			if (used > most) {
				// The transaction of this call rolls back, but the calls that were counted before have been committed.
				cacheCounter(key, used - 1, windowEnds, since);
				throw exhaustedUntil(windowEnds, now);
			}
			if (used < most) return;
			if (tx) tx.onCommit(() => cacheCounter(key, used, windowEnds, since));
			else cacheCounter(key, used, windowEnds, since);
		},
		async countEach(tx, calls) {
			const now = clock.now();
			const since = clears;
			const counted = calls.filter(({ key, rate }) => findExhaustedEnd(key, rate.most, now) === null);
			const toCall = ({ key, rate }: (typeof calls)[number]) => ({ key, windowEnds: now + rate.window, subject: null });
			const counters = await countCalls(tx, counted.map(toCall), now);
			for (const [index, { key, rate }] of counted.entries()) {
				const { used, windowEnds } = counters[index] as Counter;
				if (used > rate.most) throw exhaustedUntil(windowEnds, now);
				if (used === rate.most) tx.onCommit(() => cacheCounter(key, used, windowEnds, since));
			}
			const accepted = new Set(counted);
			return calls.map((call) => accepted.has(call));
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
			const tables = tx.tables<RateLimitTables>();
			// Counters are locked in the same order as by `countCalls`, so that the transactions do not deadlock.
			const order = tx.engine === 'postgres' ? sql`key collate "C"` : sql`key`;
			await lockRows(tx, tables.selectFrom('rate_limits').select('key').where('subject', '=', subject).orderBy(order));
			await tables.deleteFrom('rate_limits').where('subject', '=', subject).execute();
			tx.invalidate(clearedTag);
		},
		async sweep() {
			const tables = db.tables<RateLimitTables>();
			const ended = tables.selectFrom('rate_limits').select('key').where('window_ends', '<=', clock.now());
			// A locked counter is counted again at this moment. To wait for it while others are locked could deadlock.
			await tables
				.deleteFrom('rate_limits')
				.where('key', 'in', toLocking(db, ended, { skipLocked: true }))
				.execute();
		},
	};
}

/** Counts calls in one statement. Returns for each call the number of its counter right after it. */
async function countCalls(db: Db, calls: readonly CountedCall[], now: number): Promise<Counter[]> {
	if (calls.length === 0) return [];
	const byKey = Map.groupBy(calls, ({ key }) => key);
	// Counters are locked in the order of their keys, so that two processes do not deadlock.
	const list = [...byKey.keys()].sort().map((key) => ({ ...byKey.get(key)?.[0], used: byKey.get(key)?.length }));
	const rows = await runCompiled(db, 'count calls', { now, list: JSON.stringify(list) }, (values) =>
		db
			.tables<RateLimitTables>()
			.insertInto('rate_limits')
			.columns(['key', 'window_ends', 'used', 'subject'])
			.expression(
				selectFromJson(db, values.list, { key: 'text', windowEnds: 'bigint', used: 'bigint', subject: 'text' }),
			)
			.onConflict((conflict) =>
				conflict.column('key').doUpdateSet({
					subject: sql`excluded.subject`,
					used: sql<number>`excluded.used + case when rate_limits.window_ends <= ${values.now} then 0 else rate_limits.used end`,
					window_ends: sql<number>`case when rate_limits.window_ends <= ${values.now} then excluded.window_ends else rate_limits.window_ends end`,
				}),
			)
			.returning(['key', 'used', 'window_ends as windowEnds']),
	);
	const counters = new Map(rows.map((row) => [row.key, row]));
	return calls.map((call) => {
		const counter = counters.get(call.key);
		if (!counter) throw new Error('A call was not counted');
		const others = byKey.get(call.key) ?? [];
		return { used: counter.used - (others.length - 1 - others.indexOf(call)), windowEnds: counter.windowEnds };
	});
}

function exhaustedUntil(windowEnds: number, now: number): DomainError {
	return tooManyRequests(problemsText.tooManyTries, windowEnds - now);
}

/** Awaits a `count` or `check`. Returns its `too_many` error, or null if the call is within the limit. Throws any other error. */
export async function catchTooManyRequests(counted: Promise<void>): Promise<DomainError | null> {
	try {
		await counted;
		return null;
	} catch (error) {
		if (error instanceof DomainError && error.code === 'too_many') return error;
		throw error;
	}
}
