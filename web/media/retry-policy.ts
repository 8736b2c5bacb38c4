import { ApiError, NetworkError } from '../../contract/client.ts';
import * as mediaText from '../../contract/text/media.ts';
import { isPermanentFailure, MediaHostError } from './upload.ts';

/** Something is waited for before the next try. */
export interface RetryWait {
	/** What is waited for, as a sentence; null for the network. */
	reason: string | null;
	/** Tries at once. */
	retryNow: () => void;
}

export interface RetryPolicyOptions {
	signal?: AbortSignal | undefined;
	/** It waits, or goes on. */
	onWaiting: (waiting: RetryWait | null) => void;
}

export type RetryPolicy = ReturnType<typeof createRetryPolicy>;

/** How long to wait before the next try, milliseconds: the first, at most, and once there have been many. */
const delays = { first: 1000, max: 15_000, long: 300_000 };
/** Tries in a row in which whoever answers cannot at the moment, until they become rare. */
const quickTries = 8;
const day = 24 * 3_600_000;

/** Decides what is waited for, and for how long: a lost network and whoever cannot at the moment, without end. */
export function createRetryPolicy({ signal, onWaiting }: RetryPolicyOptions) {
	let delay = delays.first;
	let rejections = 0;

	return {
		/** It has gone on since the last try. */
		reset() {
			delay = delays.first;
			rejections = 0;
		},

		/** Waits, at least so many milliseconds; throws an error that no waiting helps with, or the signal's reason. */
		async waitAfter(error: unknown, atLeast = 0): Promise<void> {
			signal?.throwIfAborted();
			const status = getErrorStatus(error);
			const lost = error instanceof NetworkError;
			// The API's own limits last longer than anybody waits before a page.
			const limited = error instanceof ApiError && status === 429;
			if (!lost && (status === null || status === 401 || limited || isPermanentFailure(status))) throw error;
			if (!lost) rejections += 1;
			const asked = error instanceof MediaHostError ? (error.retryAfter ?? 0) * 1000 : 0;
			const usual = rejections > quickTries ? delays.long : delay;
			await wait(Math.min(day, Math.max(usual, asked, atLeast)), lost ? null : getWaitReason(error));
			delay = Math.min(delays.max, delay * 2);
		},
	};

	/** Until the time is over, the browser says that it is online again, or the sender has it tried again. */
	async function wait(milliseconds: number, reason: string | null): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = setTimeout(done, milliseconds);
			function done() {
				clearTimeout(timer);
				window.removeEventListener('online', done);
				signal?.removeEventListener('abort', done);
				resolve();
			}
			window.addEventListener('online', done);
			signal?.addEventListener('abort', done);
			onWaiting({ reason, retryNow: done });
		});
		signal?.throwIfAborted();
		onWaiting(null);
	}
}

/** HTTP status of what was answered; null where nothing was. */
export function getErrorStatus(error: unknown): number | null {
	return error instanceof MediaHostError || error instanceof ApiError ? error.status : null;
}

function getWaitReason(error: unknown): string {
	const said = error instanceof MediaHostError && error.status < 500 ? error.reason : null;
	return said ?? mediaText.hostBusy;
}
