import type { Database } from './database/index.ts';
import { DiskFullError } from './disk-full-error.ts';
import { DeadlockError, ServiceUnavailableError } from './service-unavailable-error.ts';

interface WaitingCall<Input, Result> {
	input: Input;
	resolve(result: Result): void;
	reject(error: unknown): void;
}

/** Maximum number of calls in one batch. */
const maxSize = 100;

/**
 * Combines calls that wait at the same time. `run` gets their inputs, at most 100, and returns one result for each in the same order. The
 * next batch starts when `run` has ended. If `run` fails, the calls of the batch run alone, so that an invalid call does not fail the others:
 * what `run` has committed before it failed must not be changed again by a repetition. If the database does not respond, all calls of the
 * batch fail, and those that wait. A call inside a transaction of `db` throws, because on SQLite the batch would wait for the end of the
 * transaction.
 */
export function createBatcher<Input, Result>(
	db: Pick<Database, 'assertOutsideTransaction'>,
	run: (inputs: readonly Input[]) => Promise<readonly Result[]>,
): (input: Input) => Promise<Result> {
	const waiting: WaitingCall<Input, Result>[] = [];
	let isScheduled = false;

	function schedule(): void {
		if (isScheduled) return;
		isScheduled = true;
		// An immediate runs after all input of this turn of the event loop is read, so simultaneous calls join the same batch.
		setImmediate(async () => {
			await runBatch(waiting.splice(0, maxSize));
			isScheduled = false;
			if (waiting.length > 0) schedule();
		});
	}

	async function runBatch(calls: readonly WaitingCall<Input, Result>[]): Promise<void> {
		try {
			const results = await run(calls.map(({ input }) => input));
			for (const [index, call] of calls.entries()) call.resolve(results[index] as Result);
		} catch (error) {
			const isUnavailable = error instanceof ServiceUnavailableError && !(error instanceof DeadlockError);
			if (isUnavailable) for (const call of [...calls, ...waiting.splice(0)]) call.reject(error);
			// A call alone holds fewer locks, so that it hardly deadlocks.
			else if (calls.length > 1 && !(error instanceof DiskFullError)) for (const call of calls) await runBatch([call]);
			else for (const call of calls) call.reject(error);
		}
	}

	return async (input) => {
		db.assertOutsideTransaction();
		return new Promise<Result>((resolve, reject) => {
			waiting.push({ input, resolve, reject });
			schedule();
		});
	};
}
