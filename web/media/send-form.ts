import { NetworkError, type WireResponse } from '../../contract/core/client.ts';

/** Milliseconds without progress after which the network counts as lost. */
const idleTimeout = 60_000;

export interface SendOptions {
	/** Session token of a form that only a logged-in account may send. */
	sessionToken?: string | undefined;
	/** Aborts the upload, which then throws the signal's reason. */
	signal?: AbortSignal | undefined;
	/** Called with the number of bytes of the file sent so far. */
	onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * Sends a form with a file of `bytes` bytes; progress excludes other fields. Resolves to a response of any status. Uses `XMLHttpRequest`,
 * because `fetch` reports no upload progress. Rejects with `NetworkError`, or with the signal's reason on abort.
 */
export function sendForm(
	address: string,
	form: FormData,
	bytes: number,
	{ sessionToken, signal, onProgress }: SendOptions,
): Promise<WireResponse> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const request = new XMLHttpRequest();
		let timer = 0;

		function finish(settle: () => void) {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
			settle();
		}
		function failWithNetworkError(cause: Error) {
			finish(() => reject(new NetworkError(cause)));
		}
		function abort() {
			finish(() => reject(signal?.reason));
			request.abort();
		}
		function restartTimer() {
			clearTimeout(timer);
			timer = setTimeout(() => {
				failWithNetworkError(new Error('No upload progress'));
				request.abort();
			}, idleTimeout);
		}

		signal?.addEventListener('abort', abort);
		request.upload.onprogress = ({ loaded, total }) => {
			restartTimer();
			onProgress?.(Math.max(0, Math.min(bytes, loaded - (total - bytes))));
		};
		request.upload.onload = restartTimer;
		request.onerror = () => failWithNetworkError(new Error('The connection failed'));
		request.onload = () => finish(() => resolve({ status: request.status, text: request.responseText }));
		request.open('POST', address);
		if (sessionToken !== undefined) request.setRequestHeader('authorization', `Bearer ${sessionToken}`);
		restartTimer();
		request.send(form);
	});
}
