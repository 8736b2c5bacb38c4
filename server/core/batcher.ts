import type { Database } from '../database/index.ts';
import { DiskFullError } from './disk-full-error.ts';
import { currentOperation, type Operation } from './operation.ts';
import { DeadlockError, ServiceUnavailableError } from './service-unavailable-error.ts';

interface WaitingCall<Input, Result> {
	input: Input;
	operation: Operation | undefined;
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
			// The work belongs to the first call of its batch, not to that of the batch before.
			const results = await currentOperation.run(
				calls[0]?.operation,
				run,
				calls.map(({ input }) => input),
			);
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
			waiting.push({ input, operation: currentOperation.getStore(), resolve, reject });
			schedule();
		});
	};
}

/** Whether `run` of `createRowBatcher` leaves out calls whose row another transaction has locked, instead of waiting for it. */
export interface LockOptions {
	skipLocked: boolean;
}

/**
 * Combines calls like `createBatcher`, where each call changes a row that other transactions may have locked. `run` is one transaction, and
 * returns null for each call that it leaves out. It first runs with `skipLocked`, and then for each row with the calls that it left out. So
 * it waits for a row only while it holds no other one and cannot deadlock with a transaction that changes several, and a row that stays
 * locked delays only its own calls. The result of a call is null if it was left out both times.
 */
export function createRowBatcher<Input, Result>(
	db: Pick<Database, 'assertOutsideTransaction'>,
	toRow: (input: Input) => string,
	run: (inputs: readonly Input[], options: LockOptions) => Promise<readonly (Result | null)[]>,
): (input: Input) => Promise<Result | null> {
	const createRun = (options: LockOptions) => createBatcher(db, (inputs: readonly Input[]) => run(inputs, options));
	const runFree = createRun({ skipLocked: true });
	/** Batchers of the rows that calls wait for, with the number of these calls. */
	const lockedRows = new Map<string, { runRow: typeof runFree; calls: number }>();

	async function waitForRow(input: Input): Promise<Result | null> {
		const key = toRow(input);
		const row = lockedRows.get(key) ?? { runRow: createRun({ skipLocked: false }), calls: 0 };
		lockedRows.set(key, row);
		row.calls += 1;
		try {
			return await row.runRow(input);
		} finally {
			row.calls -= 1;
			if (row.calls === 0) lockedRows.delete(key);
		}
	}

	return async (input) => (await runFree(input)) ?? waitForRow(input);
}
