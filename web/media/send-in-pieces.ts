import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadCapability, UploadedFile } from '../../contract/media.ts';
import { type Patience, type PatienceOptions, statusOf } from './patience.ts';
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
	onWaiting: PatienceOptions['onWaiting'];
	patience: Patience;
	/** It has been begun before: a media host that does not answer is waited for from the first try on. */
	begun: boolean;
}

/** Milliseconds without a byte moving until the network counts as lost. */
const silence = 60_000;
/** Tries until a media host that does not answer is told, where nothing has begun. */
const firstTries = 3;
/** Milliseconds before an upload that the media host no longer knows begins anew: the first time, and at most. */
const restartPauses = { first: 4000, most: 300_000 };

/**
 * Sends a file piece by piece to our own media host. `onProgress` is told the bytes that are acknowledged. Once it has begun, a lost
 * network, a restarted server and one that is busy are waited for, without end; nothing but the piece under way is sent again. Throws
 * as `sendFile` does.
 */
export async function sendInPieces(file: NamedFile, options: PiecesOptions): Promise<UploadedFile> {
	const { onAddress, patience } = options;
	let { address } = options;
	let begun = options.begun || address !== null;
	let acknowledged = 0;
	let failures = 0;
	let restartPause = restartPauses.first;

	function onAcknowledged(bytes: number) {
		if (bytes > acknowledged) patience.moved();
		acknowledged = bytes;
		options.onProgress?.(bytes);
	}

	function begunAt(at: string) {
		begun = true;
		address = at;
		onAddress(at);
	}

	for (;;) {
		try {
			return await carryOn(file, { ...options, onAcknowledged, address, onAddress: begunAt });
		} catch (error) {
			if (address !== null && [404, 410].includes(statusOf(error) ?? 0)) {
				address = null;
				acknowledged = 0;
				onAddress(null);
				// Spaced more and more: where no process finds what another one has taken, it would begin anew for ever.
				await patience.after(error, restartPause);
				restartPause = Math.min(restartPauses.most, restartPause * 4);
				continue;
			}
			failures += 1;
			if (!begun && navigator.onLine && failures >= firstTries) throw error;
			await patience.after(error);
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

async function carryOn(file: NamedFile, options: Begun): Promise<UploadedFile> {
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
			chunkSize: limits.uploadChunkBytes,
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
async function ask(address: string, { token, signal }: Pick<Begun, 'token' | 'signal'>): Promise<UploadedFile> {
	const response = await fetch(address, {
		headers: { authorization: `Bearer ${token() ?? ''}` },
		cache: 'no-store',
		signal: AbortSignal.any([AbortSignal.timeout(silence), ...(signal ? [signal] : [])]),
	}).catch((error: unknown) => {
		throw new NetworkError(error);
	});
	const text = await response.text();
	const uploaded = response.ok ? readAnswer(text) : null;
	if (!uploaded) {
		throw new MediaHostError(response.status, readReason(text), readSeconds(response.headers.get('retry-after')));
	}
	return uploaded;
}

function explain(error: Error | DetailedError): Error {
	const response: HttpResponse | null = error instanceof DetailedError ? error.originalResponse : null;
	if (!response || response.getStatus() === 0) return new NetworkError(error);
	const retryAfter = readSeconds(response.getHeader('Retry-After') ?? null);
	return new MediaHostError(response.getStatus(), readReason(response.getBody()), retryAfter);
}

/** Of a `Retry-After`; null where there is none, or a date. */
function readSeconds(header: string | null): number | null {
	return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
