import type { Enrollment } from '../../contract/enrollments/enrollments.ts';
import { isApiError } from '../platform/api-error.ts';

/** Milliseconds before each payment check. The delays grow and add up to about a minute. */
const pollDelays = [0, 1500, 2500, 4000, 6000, 9000, 13_000, 20_000];

/**
 * Polls an enrollment until it no longer waits for its payment. Resolves to the enrollment, or to null after about a minute. Throws an
 * error of status 404 at once. Throws any other error only if the last check failed.
 */
export async function waitForPayment(
	check: () => Promise<Enrollment>,
	pause: (milliseconds: number) => Promise<void>,
): Promise<Enrollment | null> {
	let lastFailure: { error: unknown } | null = null;
	for (const milliseconds of pollDelays) {
		await pause(milliseconds);
		try {
			const enrollment = await check();
			if (!isWaiting(enrollment)) return enrollment;
			lastFailure = null;
		} catch (error) {
			if (isApiError(error) && error.status === 404) throw error;
			lastFailure = { error };
		}
	}
	if (lastFailure) throw lastFailure.error;
	return null;
}

function isWaiting({ state }: Enrollment): boolean {
	return state === 'requested' || state === 'awaiting_payment';
}

/** Resolves after `milliseconds`. Rejects with the signal's reason if it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const timer = setTimeout(done, milliseconds);
		function done() {
			signal.removeEventListener('abort', onAbort);
			resolve();
		}
		function onAbort() {
			clearTimeout(timer);
			reject(signal.reason);
		}
		signal.addEventListener('abort', onAbort, { once: true });
	});
}
