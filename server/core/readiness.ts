import type { Clock } from './clock.ts';
import { DiskFullError } from './disk-full-error.ts';

export interface ReadinessCheckDeps {
	clock: Clock;
	db: { check(): Promise<void> };
	files: { check(): Promise<void> };
	/** Time limit of a readiness check, in milliseconds. */
	timeout?: number;
}

/** Minimum milliseconds between database checks, because anyone may call the endpoint. A failure is cached for the same time. */
const minInterval = 500;
/** Milliseconds between two checks of the file store. Such a check writes to the disk, so it runs less often. */
const filesInterval = 5000;

/** Creates the readiness check, which throws if the database or file store does not respond in time. Concurrent callers share a result. */
export function createReadinessCheck({ clock, db, files, timeout = 2000 }: ReadinessCheckDeps): () => Promise<void> {
	const checkDatabase = memoizeCheck(clock, minInterval, () => withTimeout(db.check(), timeout));
	const checkFiles = memoizeCheck(clock, filesInterval, () =>
		withTimeout(files.check(), timeout).catch((error: unknown) => {
			// On a full disk the server rejects writes but still serves reads, so it stays ready.
			if (!(error instanceof DiskFullError)) throw error;
		}),
	);
	return async () => void (await Promise.all([checkDatabase(), checkFiles()]));
}

/** Caches a success for `period` milliseconds and a failure for at most `minInterval`. Concurrent callers share a running check. */
function memoizeCheck(clock: Clock, period: number, check: () => Promise<void>): () => Promise<void> {
	let last: { outcome: Promise<void>; until: number } | undefined;
	return () => {
		if (!last || clock.now() >= last.until) {
			const current = { outcome: check(), until: Number.POSITIVE_INFINITY };
			last = current;
			const startedAt = clock.now();
			current.outcome.then(
				() => {
					current.until = startedAt + period;
				},
				() => {
					current.until = clock.now() + Math.min(period, minInterval);
				},
			);
		}
		return last.outcome;
	};
}

async function withTimeout(check: Promise<void>, timeout: number): Promise<void> {
	const { promise: timedOut, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`No response within ${timeout} ms`)), timeout);
	await Promise.race([check, timedOut]).finally(() => clearTimeout(timer));
}
