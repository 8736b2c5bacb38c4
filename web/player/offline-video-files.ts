import type { Rendition } from '../../contract/media/media.ts';
import { offlineVideosName } from './offline-video-list.ts';

interface DownloadOptions {
	signal: AbortSignal;
	/** Called with the bytes that have arrived so far. */
	onProgress: (bytes: number) => void;
}

/** Milliseconds without a byte after which a download ends. */
const stallTimeout = 60_000;

/** The server does not have the file of a video. */
export class MissingVideoError extends Error {}

/** Downloads a rendition and stores it on this device. Rejects without a stored file if the download fails, stalls or ends early. */
export async function downloadVideoFile(
	{ url, bytes }: Pick<Rendition, 'url' | 'bytes'>,
	{ signal, onProgress }: DownloadOptions,
): Promise<void> {
	const stall = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const waitForByte = () => {
		clearTimeout(timer);
		timer = setTimeout(() => stall.abort(new TypeError(`No byte for ${stallTimeout} ms`)), stallTimeout);
	};
	waitForByte();
	try {
		const response = await fetch(url, { signal: AbortSignal.any([signal, stall.signal]) });
		await storeResponse(response, { url, bytes }, (received) => {
			waitForByte();
			onProgress(received);
		});
	} finally {
		clearTimeout(timer);
	}
}

async function storeResponse(
	response: Response,
	{ url, bytes }: Pick<Rendition, 'url' | 'bytes'>,
	onProgress: (bytes: number) => void,
): Promise<void> {
	if (response.status === 404 || response.status === 410) throw new MissingVideoError();
	if (response.status !== 200 || !response.body) throw new TypeError(`Status ${response.status}`);
	let received = 0;
	const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(part, controller) {
			received += part.length;
			onProgress(received);
			controller.enqueue(part);
		},
		flush(controller) {
			if (received !== bytes) controller.error(new TypeError(`${received} of ${bytes} bytes`));
		},
	});
	const headers = { 'content-type': response.headers.get('content-type') ?? 'video/mp4' };
	// The cache stores the file only after its last byte.
	await (await openFiles()).put(url, new Response(response.body.pipeThrough(counter), { headers }));
}

/** Returns a stored file. Null if there is none, because the browser may delete files to free space. */
export async function readVideoFile(url: string): Promise<Blob | null> {
	try {
		const response = await (await openFiles()).match(url);
		return response ? await response.blob() : null;
	} catch {
		return null;
	}
}

export async function deleteVideoFile(url: string): Promise<void> {
	await (await openFiles()).delete(url);
}

/** Lists the URLs of the stored files. */
export async function listVideoFiles(): Promise<string[]> {
	return (await (await openFiles()).keys()).map(({ url }) => url);
}

function openFiles(): Promise<Cache> {
	return caches.open(offlineVideosName);
}
