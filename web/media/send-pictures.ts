import type { Client } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import type { UploadedFile } from '../../contract/media/media.ts';
import { getPictureSizeRejection } from './picture-file.ts';
import { type ChosenPicture, getUploadedFile } from './pictures.ts';
import { MediaHostError, type NamedFile, sendFile } from './upload.ts';

const concurrency = 2;

interface SendPicturesOptions {
	signal: AbortSignal;
	/** Called with the share of all pictures' bytes that are sent, 0 to 1. Pictures that were uploaded earlier count as sent. */
	onProgress: (share: number) => void;
	onUploaded: (id: string, file: UploadedFile) => void;
	onFailed: (id: string, problem: string) => void;
}

/**
 * Sends the pictures that the media host does not have yet. Resolves to all files in order, or to null if pictures failed, which `onFailed`
 * reports. Rejects with `NetworkError`, with `ApiError` if the API permits no upload, or with the signal's reason.
 */
export async function sendPictures(
	api: Client,
	pictures: readonly ChosenPicture[],
	{ signal, onProgress, onUploaded, onFailed }: SendPicturesOptions,
): Promise<UploadedFile[] | null> {
	const now = Date.now();
	const files = pictures.map((picture) => getUploadedFile(picture, now));
	const sizes = pictures.map(({ small }) => small?.size ?? 0);
	const sentBytes = pictures.map((_, index) => (files[index] ? (sizes[index] ?? 0) : 0));
	const queue = [...pictures.entries()].filter(([index]) => !files[index]);
	// An error that concerns more than one picture, such as a lost connection, aborts all uploads.
	const abortOthers = new AbortController();
	const stop = () => abortOthers.abort(signal.reason);
	signal.addEventListener('abort', stop);

	async function sendNext(): Promise<void> {
		const next = queue.shift();
		if (!next) return;
		const [index, { id, name, small }] = next;
		const rejection = small && getPictureSizeRejection(small.size);
		if (!small || rejection) onFailed(id, rejection ?? messages.uploadFailed);
		else await send(index, id, { name, blob: small });
		await sendNext();
	}

	async function send(index: number, id: string, file: NamedFile): Promise<void> {
		const onBytes = (bytes: number) => {
			sentBytes[index] = bytes;
			onProgress(sum(sentBytes) / sum(sizes));
		};
		try {
			const uploaded = await sendFile(api, 'image', file, { signal: abortOthers.signal, onProgress: onBytes });
			files[index] = uploaded;
			onUploaded(id, uploaded);
		} catch (error) {
			if (!(error instanceof MediaHostError)) throw error;
			onFailed(id, error.reason ?? messages.mediaHostFailed);
		}
	}

	const workers = await Promise.allSettled(
		Array.from({ length: concurrency }, () =>
			sendNext().catch((error: unknown) => {
				abortOthers.abort(error);
				throw error;
			}),
		),
	);
	signal.removeEventListener('abort', stop);
	const failedWorker = workers.find((worker) => worker.status === 'rejected');
	if (failedWorker) throw failedWorker.reason;
	const all = files.filter((file) => file !== null);
	return all.length === pictures.length ? all : null;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
