import { ApiError, NetworkError } from '../../contract/core/client.ts';
import * as mediaText from '../../text/web/media.ts';
import { isPermanentFailure, MediaHostError } from './upload.ts';

export interface RetryWait {
	/** Message why the upload waits. Null for a lost network. */
	reason: string | null;
	/** Ends the pause at once. */
	retryNow: () => void;
}

export interface RetryPolicyOptions {
	signal?: AbortSignal | undefined;
	/** Called with the pause when it starts, and with null when the next try starts. */
	onWaiting: (waiting: RetryWait | null) => void;
}

export type RetryPolicy = ReturnType<typeof createRetryPolicy>;

/** Milliseconds before the next try: `first`, then doubled up to `max`; `long` after `quickTries` errors of the media host. */
const delays = { first: 1000, max: 15_000, long: 300_000 };
/** Number of consecutive errors of the media host after which retries become rare. */
const quickTries = 8;
const day = 24 * 3_600_000;

/** Decides whether and when an upload is tried again: without end after a lost network and temporary errors of the media host. */
export function createRetryPolicy({ signal, onWaiting }: RetryPolicyOptions) {
	let delay = delays.first;
	let rejections = 0;

	return {
		/** Must be called when an upload makes progress. The delays then start from `first` again. */
		reset() {
			delay = delays.first;
			rejections = 0;
		},

		/** Waits before the next try, at least `atLeast` milliseconds. Throws a permanent `error`, or the signal's reason on abort. */
		async waitAfter(error: unknown, atLeast = 0): Promise<void> {
			signal?.throwIfAborted();
			const status = getErrorStatus(error);
			const isNetworkError = error instanceof NetworkError;
			// When the API limits the rate, the user gets the error, because the limit lasts too long to wait on the page.
			const isRateLimited = error instanceof ApiError && status === 429;
			if (!isNetworkError && (status === null || status === 401 || isRateLimited || isPermanentFailure(status)))
				throw error;
			if (!isNetworkError) rejections += 1;
			const requested = error instanceof MediaHostError ? (error.retryAfter ?? 0) * 1000 : 0;
			const usual = rejections > quickTries ? delays.long : delay;
			await wait(Math.min(day, Math.max(usual, requested, atLeast)), isNetworkError ? null : getWaitReason(error));
			delay = Math.min(delays.max, delay * 2);
		},
	};

	/** Waits until `milliseconds` have passed, the browser is online again, `retryNow` is called or the signal aborts. */
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

/** Returns the HTTP status of an error, or null for an error without a response. */
export function getErrorStatus(error: unknown): number | null {
	return error instanceof MediaHostError || error instanceof ApiError ? error.status : null;
}

function getWaitReason(error: unknown): string {
	const reason = error instanceof MediaHostError && error.status < 500 ? error.reason : null;
	return reason ?? mediaText.hostBusy;
}
