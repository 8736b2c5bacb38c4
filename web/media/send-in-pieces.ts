import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadCapability, Uploaded } from '../../contract/media.ts';
import type { SendingOptions } from './send-form.ts';
import { MediaHostError, type NamedFile, readAnswer, readReason } from './upload.ts';

export interface PiecesOptions extends SendingOptions {
	/** Where an earlier try got to; null to begin. */
	address: string | null;
	/** The session's token, asked for at each piece. */
	token: () => string | undefined;
	/** Asks for the permission to begin. */
	permission: () => Promise<UploadCapability & { resumable_url: string }>;
	/** It has begun there; null where the media host no longer knows of it and it begins anew. */
	onAddress: (address: string | null) => void;
	/** It waits for the network, or goes on. `again` tries at once. */
	onWaiting: (again: (() => void) | null) => void;
}

/** Milliseconds without a byte moving until the network counts as lost. */
const silence = 60_000;
/** How long to wait before the next try, milliseconds: the first, and at most. */
const pauses = { first: 1000, most: 15_000 };
/** Tries in a row in which the media host answers that it cannot at the moment. */
const mostRefusals = 8;

/**
 * Sends a file piece by piece to our own media host. `onProgress` is told the bytes that are acknowledged. Once it has begun, a lost
 * network or a restarted server is waited for, without end; nothing but the piece under way is sent again. Throws as `sendFile` does.
 */
export async function sendInPieces(file: NamedFile, options: PiecesOptions): Promise<Uploaded> {
	const { signal, onAddress, onWaiting } = options;
	let { address } = options;
	let acknowledged = 0;
	let pause = pauses.first;
	let refusals = 0;

	function onAcknowledged(bytes: number) {
		if (bytes > acknowledged) {
			pause = pauses.first;
			refusals = 0;
		}
		acknowledged = bytes;
		options.onProgress?.(bytes);
	}

	function begunAt(at: string) {
		address = at;
		onAddress(at);
	}

	for (;;) {
		try {
			return await carryOn(file, { ...options, onAcknowledged, address, onAddress: begunAt });
		} catch (error) {
			signal?.throwIfAborted();
			if (error instanceof MediaHostError && address !== null && [404, 410].includes(error.status)) {
				address = null;
				acknowledged = 0;
				onAddress(null);
				continue;
			}
			const busy = error instanceof MediaHostError && isPassing(error.status);
			if (busy) refusals += 1;
			// Before anything has begun a media host that does not answer is told at once.
			const hopeless = address === null && navigator.onLine;
			if (!(busy || error instanceof NetworkError) || hopeless || refusals > mostRefusals) throw error;
			await waitForNetwork(pause, onWaiting, signal);
			pause = Math.min(pauses.most, pause * 2);
		}
	}
}

/** Gives an upload up at the media host, as far as it can be reached. */
export async function giveUp(address: string, token: string | undefined): Promise<void> {
	const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
	await fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => {});
}

interface Begun extends Pick<PiecesOptions, 'signal' | 'address' | 'token' | 'permission'> {
	onAddress: (address: string) => void;
	onAcknowledged: (bytes: number) => void;
}

async function carryOn(file: NamedFile, options: Begun): Promise<Uploaded> {
	const { address, permission } = options;
	const capability = address === null ? await permission() : null;
	options.signal?.throwIfAborted();
	const beginning = capability && {
		endpoint: capability.resumable_url,
		metadata: { upload_preset: capability.upload_preset, filename: file.name },
	};
	const { answer, at } = await send(file, options, beginning ?? { uploadUrl: address });
	// Where all had come already, the answer to the last piece was lost.
	const uploaded = readAnswer(answer) ?? (await ask(at, options));
	return uploaded;
}

/** One try, as far as it gets. Throws `NetworkError` or `MediaHostError`. */
function send(
	{ blob }: NamedFile,
	{ signal, token, onAddress, onAcknowledged }: Begun,
	where: object,
): Promise<{ answer: string; at: string }> {
	return new Promise((resolve, reject) => {
		let timer = 0;
		const upload = new Upload(blob as File, {
			...where,
			chunkSize: limits.uploadPieceBytes,
			retryDelays: null,
			storeFingerprintForResuming: false,
			onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${token() ?? ''}`),
			onAfterResponse(_, response) {
				const offset = response.getHeader('Upload-Offset');
				if (offset !== undefined && response.getStatus() < 300) onAcknowledged(Number(offset));
			},
			onUploadUrlAvailable: () => upload.url && onAddress(upload.url),
			onProgress: watch,
			onError: (error) => finish(() => reject(explain(error))),
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
		function watch() {
			clearTimeout(timer);
			timer = setTimeout(() => {
				void upload.abort();
				finish(() => reject(new NetworkError(new Error('No byte moved'))));
			}, silence);
		}

		signal?.addEventListener('abort', abort);
		watch();
		upload.start();
	});
}

/** What has become of an upload that is whole. */
async function ask(address: string, { token, signal }: Pick<Begun, 'token' | 'signal'>): Promise<Uploaded> {
	const response = await fetch(address, {
		headers: { authorization: `Bearer ${token() ?? ''}` },
		cache: 'no-store',
		signal: AbortSignal.any([AbortSignal.timeout(silence), ...(signal ? [signal] : [])]),
	}).catch((error: unknown) => {
		throw new NetworkError(error);
	});
	const text = await response.text();
	const uploaded = response.ok ? readAnswer(text) : null;
	if (!uploaded) throw new MediaHostError(response.status, readReason(text));
	return uploaded;
}

function explain(error: Error | DetailedError): Error {
	const response: HttpResponse | null = error instanceof DetailedError ? error.originalResponse : null;
	if (!response || response.getStatus() === 0) return new NetworkError(error);
	return new MediaHostError(response.getStatus(), readReason(response.getBody()));
}

function isPassing(status: number): boolean {
	return status >= 500 || [409, 423, 429].includes(status);
}

/** Until some time is over, the browser says that it is online again, or `again` is called. */
async function waitForNetwork(
	milliseconds: number,
	onWaiting: PiecesOptions['onWaiting'],
	signal: AbortSignal | undefined,
): Promise<void> {
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
		onWaiting(done);
	});
	signal?.throwIfAborted();
	onWaiting(null);
}
