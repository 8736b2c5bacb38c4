import type { Client } from '../../contract/client.ts';
import type { UploadedFile } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import { refusePictureSize } from './picture-file.ts';
import { type ChosenPicture, sentFile } from './pictures.ts';
import { MediaHostError, type NamedFile, sendFile } from './upload.ts';

/** How many pictures travel at once. */
const together = 2;

interface Reports {
	signal: AbortSignal;
	/** Share of all bytes that have left, 0 to 1; what was sent before counts as sent. */
	onProgress: (share: number) => void;
	onUploaded: (id: string, file: UploadedFile) => void;
	onFailed: (id: string, problem: string) => void;
}

/**
 * Sends what the media host does not have yet, and answers all files in order; null where one could not be sent. Throws
 * `NetworkError` where the network is lost, `ApiError` where nothing may be sent, or the signal's reason.
 */
export async function sendPictures(
	api: Client,
	pictures: readonly ChosenPicture[],
	{ signal, onProgress, onUploaded, onFailed }: Reports,
): Promise<UploadedFile[] | null> {
	const now = Date.now();
	const files = pictures.map((picture) => sentFile(picture, now));
	const sizes = pictures.map(({ small }) => small?.size ?? 0);
	const gone = pictures.map((_, index) => (files[index] ? (sizes[index] ?? 0) : 0));
	const waiting = [...pictures.entries()].filter(([index]) => !files[index]);
	// One lost connection is enough: the others end with it.
	const others = new AbortController();
	const stop = () => others.abort(signal.reason);
	signal.addEventListener('abort', stop);

	async function sendNext(): Promise<void> {
		const next = waiting.shift();
		if (!next) return;
		const [index, { id, name, small }] = next;
		const refusal = small && refusePictureSize(small.size);
		if (!small || refusal) onFailed(id, refusal ?? messages.uploadFailed);
		else await send(index, id, { name, blob: small });
		await sendNext();
	}

	async function send(index: number, id: string, file: NamedFile): Promise<void> {
		const onBytes = (bytes: number) => {
			gone[index] = bytes;
			onProgress(sum(gone) / sum(sizes));
		};
		try {
			const taken = await sendFile(api, 'image', file, { signal: others.signal, onProgress: onBytes });
			files[index] = taken;
			onUploaded(id, taken);
		} catch (error) {
			if (!(error instanceof MediaHostError)) throw error;
			onFailed(id, error.reason ?? messages.mediaHostFailed);
		}
	}

	const lines = await Promise.allSettled(
		Array.from({ length: together }, () =>
			sendNext().catch((error: unknown) => {
				others.abort(error);
				throw error;
			}),
		),
	);
	signal.removeEventListener('abort', stop);
	const broken = lines.find((line) => line.status === 'rejected');
	if (broken) throw broken.reason;
	const all = files.filter((file) => file !== null);
	return all.length === pictures.length ? all : null;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
