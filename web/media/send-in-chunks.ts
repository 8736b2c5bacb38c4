import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadCapability, UploadedFile } from '../../contract/media.ts';
import { getErrorStatus, type RetryPolicy, type RetryPolicyOptions } from './retry-policy.ts';
import type { SendOptions } from './send-form.ts';
import { MediaHostError, type NamedFile, parseErrorReason, parseUploadResponse } from './upload.ts';

export interface ChunkedUploadOptions extends SendOptions {
	/** Where an earlier try got to; null to begin. */
	address: string | null;
	/** The session's token, asked for at each piece. */
	token: () => string | undefined;
	/** Asks for the permission to begin. */
	getCapability: () => Promise<UploadCapability & { resumable_url: string }>;
	/** It has begun there; null where the media host no longer knows of it and it begins anew. */
	onUploadUrl: (address: string | null) => void;
	onWaiting: RetryPolicyOptions['onWaiting'];
	retryPolicy: RetryPolicy;
	/** It has been begun before: a media host that does not answer is waited for from the first try on. */
	hasStarted: boolean;
}

/** Milliseconds without a byte moving until the network counts as lost. */
const idleTimeout = 60_000;
/** Tries until a media host that does not answer is told, where nothing has begun. */
const maxInitialTries = 3;
/** Milliseconds before an upload that the media host no longer knows begins anew: the first time, and at most. */
const restartDelays = { first: 4000, max: 300_000 };

/**
 * Sends a file piece by piece to our own media host. `onProgress` is told the bytes that are acknowledged. Once it has begun, a lost
 * network, a restarted server and one that is busy are waited for, without end; nothing but the piece under way is sent again. Throws
 * as `sendFile` does.
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

	function onStarted(at: string) {
		hasStarted = true;
		address = at;
		onUploadUrl(at);
	}

	for (;;) {
		try {
			return await runAttempt(file, { ...options, onAcknowledged, address, onUploadUrl: onStarted });
		} catch (error) {
			if (address !== null && [404, 410].includes(getErrorStatus(error) ?? 0)) {
				address = null;
				acknowledged = 0;
				onUploadUrl(null);
				// Spaced more and more: where no process finds what another one has taken, it would begin anew for ever.
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

/** Gives an upload up at the media host, as far as it can be reached. */
export async function cancelUpload(address: string, token: string | undefined): Promise<void> {
	const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
	await fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
}

interface AttemptOptions extends Pick<ChunkedUploadOptions, 'signal' | 'address' | 'token' | 'getCapability'> {
	onUploadUrl: (address: string) => void;
	onAcknowledged: (bytes: number) => void;
}

async function runAttempt(file: NamedFile, options: AttemptOptions): Promise<UploadedFile> {
	const { address, getCapability } = options;
	const capability = address === null ? await getCapability() : null;
	options.signal?.throwIfAborted();
	const creation = capability && {
		endpoint: capability.resumable_url,
		metadata: { upload_preset: capability.upload_preset, filename: file.name },
	};
	const { answer: response, at } = await sendFrom(file, options, creation ?? { uploadUrl: address });
	// Where all had come already, the answer to the last piece was lost.
	const uploaded = parseUploadResponse(response) ?? (await fetchResult(at, options));
	return uploaded;
}

/** One try, as far as it gets. Throws `NetworkError` or `MediaHostError`. */
function sendFrom(
	{ blob }: NamedFile,
	{ signal, token, onUploadUrl, onAcknowledged }: AttemptOptions,
	target: object,
): Promise<{ answer: string; at: string }> {
	return new Promise((resolve, reject) => {
		let timer = 0;
		const upload = new Upload(blob as File, {
			...target,
			chunkSize: limits.uploadChunkBytes,
			retryDelays: null,
			storeFingerprintForResuming: false,
			onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${token() ?? ''}`),
			onAfterResponse(_, response) {
				const offset = response.getHeader('Upload-Offset');
				if (offset !== undefined && response.getStatus() < 300) onAcknowledged(Number(offset));
			},
			onUploadUrlAvailable: () => upload.url && onUploadUrl(upload.url),
			onProgress: restartTimer,
			onError: (error) => finish(() => reject(toUploadError(error))),
			onSuccess: ({ lastResponse }) => finish(() => resolve({ answer: lastResponse.getBody(), at: upload.url ?? '' })),
		});

		function finish(settle: () => void) {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
			settle();
		}
		function abort() {
			void upload.abort();
			finish(() => reject(signal?.reason));
		}
		function restartTimer() {
			clearTimeout(timer);
			timer = setTimeout(() => {
				void upload.abort();
				finish(() => reject(new NetworkError(new Error('No byte moved'))));
			}, idleTimeout);
		}

		signal?.addEventListener('abort', abort);
		restartTimer();
		upload.start();
	});
}

/** What has become of an upload that is whole. */
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

/** Of a `Retry-After`; null where there is none, or a date. */
function parseRetryAfter(header: string | null): number | null {
	return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
