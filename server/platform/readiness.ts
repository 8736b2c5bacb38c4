import type { Clock } from './clock.ts';
import { DiskFull } from './disk-full.ts';

export interface ReadinessDeps {
	clock: Clock;
	db: { check(): Promise<void> };
	files: { check(): Promise<void> };
	/** How long a check may take, milliseconds. */
	timeout?: number;
}

/** Anyone may ask: the database is asked this often at most, and a failure is remembered this long, milliseconds. */
const minInterval = 500;
/** A check of the files costs the disk a write. */
const filesInterval = 5000;

/** A check that throws where the database or the files do not answer in time. Its outcome is shared by all who ask at the same time. */
export function createReadiness({ clock, db, files, timeout = 2000 }: ReadinessDeps): () => Promise<void> {
	const checkDatabase = memoizeCheck(clock, minInterval, () => withTimeout(db.check(), timeout));
	const checkFiles = memoizeCheck(clock, filesInterval, () =>
		withTimeout(files.check(), timeout).catch((error: unknown) => {
			// A full disk refuses what is new and goes on showing what is there.
			if (!(error instanceof DiskFull)) throw error;
		}),
	);
	return async () => void (await Promise.all([checkDatabase(), checkFiles()]));
}

/** Remembers a success for `period`, a failure for no longer than `shortly`; a check under way is shared. */
function memoizeCheck(clock: Clock, period: number, check: () => Promise<void>): () => Promise<void> {
	let last: { outcome: Promise<void>; until: number } | undefined;
	return () => {
		if (!last || clock.now() >= last.until) {
			const current = { outcome: check(), until: Number.POSITIVE_INFINITY };
			last = current;
			const began = clock.now();
			current.outcome.then(
				() => {
					current.until = began + period;
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
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`No answer within ${timeout} ms`)), timeout);
	await Promise.race([check, late]).finally(() => clearTimeout(timer));
}
