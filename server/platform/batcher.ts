import { DiskFullError } from './disk-full-error.ts';
import { ServiceUnavailableError } from './service-unavailable-error.ts';

interface WaitingCall<Input, Result> {
	input: Input;
	resolve(result: Result): void;
	reject(error: unknown): void;
}

/** Maximum number of calls in one batch. */
const maxSize = 100;

/**
 * Combines calls that wait at the same time. `run` gets their inputs, at most 100, and returns one result for each in the same order. The
 * next batch starts when `run` has ended. If `run` fails, its transaction must have rolled back: the calls of the batch then run alone, so
 * that an invalid call does not fail the others. If the database does not respond, all calls of the batch fail.
 */
export function createBatcher<Input, Result>(
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
			const isInvalidCall = !(error instanceof ServiceUnavailableError || error instanceof DiskFullError);
			if (isInvalidCall && calls.length > 1) for (const call of calls) await runBatch([call]);
			else for (const call of calls) call.reject(error);
		}
	}

	return (input) =>
		new Promise((resolve, reject) => {
			waiting.push({ input, resolve, reject });
			schedule();
		});
}
