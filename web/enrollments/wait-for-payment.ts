import type { Enrollment } from '../../contract/enrollments.ts';
import { isApiError } from '../platform/api-error.ts';

/** Milliseconds before each look: soon at first, then less often, about a minute in all. */
const pollDelays = [0, 1500, 2500, 4000, 6000, 9000, 13_000, 20_000];

/**
 * Asks until a request no longer waits for its payment, and answers it as it is then; null where it has not arrived in about a minute. Throws
 * what the server refused, or what went wrong at the last look.
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

/** Waits so many milliseconds; throws the signal's reason when it is no longer waited for. */
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
