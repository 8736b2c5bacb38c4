import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { NetworkError } from '../../contract/core/client.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { UploadCapability, UploadedFile } from '../../contract/media/media.ts';
import { getErrorStatus, type RetryPolicy, type RetryPolicyOptions } from './retry-policy.ts';
import type { SendOptions } from './send-form.ts';
import { MediaHostError, type NamedFile, parseErrorReason, parseUploadResponse } from './upload.ts';

export interface ChunkedUploadOptions extends SendOptions {
	/** Upload URL from an earlier try. Null for a new upload. */
	address: string | null;
	/** Returns the access token of the session. Called for each chunk. */
	token: () => string | undefined;
	getCapability: () => Promise<UploadCapability & { resumable_url: string }>;
	/** Called with the upload URL once the upload has started, and with null if the media host lost the upload. */
	onUploadUrl: (address: string | null) => void;
	onWaiting: RetryPolicyOptions['onWaiting'];
	retryPolicy: RetryPolicy;
	/** Whether the upload started in an earlier page. If so, an unreachable host is retried without end. */
	hasStarted: boolean;
}

/** Milliseconds without progress after which the network counts as lost. */
const idleTimeout = 60_000;
/** Milliseconds without an acknowledged chunk after which, and then again, the media host is asked what has arrived. */
const progressInterval = 700;
/** Number of such questions that wait for an answer at once. */
const maxQuestions = 4;
/** Number of tries to start an upload, while the browser is online. After them, the error is reported. */
const maxInitialTries = 3;
/** Milliseconds before the restart of an upload that the media host lost: `first` at first, then up to `max`. */
const restartDelays = { first: 4000, max: 300_000 };

/**
 * Sends a file in chunks to the market's own media host. `onProgress` receives the number of bytes that have arrived there: the browser's own
 * count includes bytes that wait in the device. After the start, network
 * errors and temporary errors of the host are retried without end. A retry resends only the current chunk. Throws like `sendFile`.
 */
export async function sendInChunks(file: NamedFile, options: ChunkedUploadOptions): Promise<UploadedFile> {
	const { onUploadUrl, retryPolicy } = options;
	let { address } = options;
	let hasStarted = options.hasStarted || address !== null;
	let acknowledged = 0;
	let failures = 0;
	let restartDelay = restartDelays.first;

	function onAcknowledged(bytes: number) {
		if (bytes > acknowledged) retryPolicy.reset();
		acknowledged = bytes;
		options.onProgress?.(bytes);
	}

	function onReceived(bytes: number) {
		if (bytes > acknowledged) onAcknowledged(bytes);
	}

	function onStarted(url: string) {
		hasStarted = true;
		address = url;
		onUploadUrl(url);
	}

	for (;;) {
		try {
			return await runAttempt(file, { ...options, onAcknowledged, onReceived, address, onUploadUrl: onStarted });
		} catch (error) {
			if (address !== null && [404, 410].includes(getErrorStatus(error) ?? 0)) {
				address = null;
				acknowledged = 0;
				onUploadUrl(null);
				// The delay grows, because processes of the media host that do not share uploads would make the upload restart forever.
				await retryPolicy.waitAfter(error, restartDelay);
				restartDelay = Math.min(restartDelays.max, restartDelay * 4);
				continue;
			}
			failures += 1;
			if (!hasStarted && navigator.onLine && failures >= maxInitialTries) throw error;
			await retryPolicy.waitAfter(error);
		}
	}
}

/** Cancels an upload at the media host. Ignores errors. */
export async function cancelUpload(address: string, token: string | undefined): Promise<void> {
	const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
	await fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
}

interface AttemptOptions extends Pick<ChunkedUploadOptions, 'signal' | 'address' | 'token' | 'getCapability'> {
	onUploadUrl: (address: string) => void;
	onAcknowledged: (bytes: number) => void;
	/** Called with the bytes that have arrived while a chunk is being sent. */
	onReceived: (bytes: number) => void;
}

async function runAttempt(file: NamedFile, options: AttemptOptions): Promise<UploadedFile> {
	const { address, getCapability } = options;
	const capability = address === null ? await getCapability() : null;
	options.signal?.throwIfAborted();
	const creation = capability && {
		endpoint: capability.resumable_url,
		metadata: { upload_preset: capability.upload_preset, filename: file.name },
	};
	const { response, url } = await sendFrom(file, options, creation ?? { uploadUrl: address });
	// If the media host already has all bytes, the response to the last chunk was lost, so its content is fetched.
	const uploaded = parseUploadResponse(response) ?? (await fetchResult(url, options));
	return uploaded;
}

/** Makes one try to send a file. Throws `NetworkError` or `MediaHostError`. */
function sendFrom(
	{ blob }: NamedFile,
	{ signal, token, onUploadUrl, onAcknowledged, onReceived }: AttemptOptions,
	target: object,
): Promise<{ response: string; url: string }> {
	return new Promise((resolve, reject) => {
		let timer = 0;
		let questions = 0;
		let progressTimer = 0;
		const finished = new AbortController();
		const upload = new Upload(blob as File, {
			...target,
			chunkSize: mediaLimits.uploadChunkBytes,
			retryDelays: null,
			storeFingerprintForResuming: false,
			onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${token() ?? ''}`),
			onAfterResponse(_, response) {
				const offset = response.getHeader('Upload-Offset');
				if (offset !== undefined && response.getStatus() < 300) onAcknowledged(Number(offset));
				restartProgressTimer();
			},
			onUploadUrlAvailable: () => upload.url && onUploadUrl(upload.url),
			onProgress: restartTimer,
			onError: (error) => finish(() => reject(toUploadError(error))),
			onSuccess: ({ lastResponse }) =>
				finish(() => resolve({ response: lastResponse.getBody(), url: upload.url ?? '' })),
		});

		function finish(settle: () => void) {
			clearTimeout(timer);
			clearInterval(progressTimer);
			finished.abort();
			signal?.removeEventListener('abort', abort);
			settle();
		}
		function restartProgressTimer() {
			clearInterval(progressTimer);
			if (!finished.signal.aborted) progressTimer = setInterval(askForProgress, progressInterval);
		}
		async function askForProgress() {
			if (!upload.url || questions >= maxQuestions) return;
			questions += 1;
			const received = await fetchReceived(upload.url, token(), finished.signal).catch(() => null);
			questions -= 1;
			if (received !== null && !finished.signal.aborted) onReceived(received);
		}
		function abort() {
			void upload.abort();
			finish(() => reject(signal?.reason));
		}
		function restartTimer() {
			clearTimeout(timer);
			timer = setTimeout(() => {
				void upload.abort();
				finish(() => reject(new NetworkError(new Error('No upload progress'))));
			}, idleTimeout);
		}

		signal?.addEventListener('abort', abort);
		restartTimer();
		upload.start();
	});
}

/** Returns the number of bytes of an upload that have arrived; null if the response does not say it. */
async function fetchReceived(address: string, token: string | undefined, signal: AbortSignal): Promise<number | null> {
	const headers = { authorization: `Bearer ${token ?? ''}` };
	const response = await fetch(`${address}/received`, { headers, cache: 'no-store', signal });
	const { bytes } = (await response.json()) as { bytes?: unknown };
	return response.ok && typeof bytes === 'number' ? bytes : null;
}

async function fetchResult(
	address: string,
	{ token, signal }: Pick<AttemptOptions, 'token' | 'signal'>,
): Promise<UploadedFile> {
	const response = await fetch(address, {
		headers: { authorization: `Bearer ${token() ?? ''}` },
		cache: 'no-store',
		signal: AbortSignal.any([AbortSignal.timeout(idleTimeout), ...(signal ? [signal] : [])]),
	}).catch((error: unknown) => {
		throw new NetworkError(error);
	});
	const text = await response.text();
	const uploaded = response.ok ? parseUploadResponse(text) : null;
	if (!uploaded) {
		throw new MediaHostError(
			response.status,
			parseErrorReason(text),
			parseRetryAfter(response.headers.get('retry-after')),
		);
	}
	return uploaded;
}

function toUploadError(error: Error | DetailedError): Error {
	const response: HttpResponse | null = error instanceof DetailedError ? error.originalResponse : null;
	if (!response || response.getStatus() === 0) return new NetworkError(error);
	const retryAfter = parseRetryAfter(response.getHeader('Retry-After') ?? null);
	return new MediaHostError(response.getStatus(), parseErrorReason(response.getBody()), retryAfter);
}

/** Returns the seconds in a `Retry-After` header, or null if the header is missing or a date. */
function parseRetryAfter(header: string | null): number | null {
	return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
