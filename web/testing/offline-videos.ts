import { vi } from 'vitest';
import type { Rendition } from '../../contract/media/media.ts';
import { downloadVideoFile } from '../player/offline-video-files.ts';
import { offlineVideos } from '../player/offline-video-list.ts';

/** Makes a rendition whose file is at an address that does not exist. */
export function makeRendition(name: string, bytes: number) {
	return { url: `${location.origin}/media/${name}/240.mp4`, width: 240, height: 426, bytes, fragmented: null };
}

/** A request for a file that the test answers. */
export interface RequestedFile {
	url: string;
	respond: (status: number) => void;
	/** Sends bytes of the file. */
	send: (bytes: number) => void;
	end: () => void;
	/** Breaks off the connection. */
	fail: () => void;
	isAborted: () => boolean;
}

/** Fakes the network until the end of the test. Returns every requested file, oldest first. */
export function fakeFiles(): RequestedFile[] {
	const files: RequestedFile[] = [];
	vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
		const { promise, resolve, reject } = Promise.withResolvers<Response>();
		const body = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
		const writer = body.writable.getWriter();
		writer.closed.catch(() => {});
		const signal = init?.signal;
		const fail = (reason: unknown) => {
			reject(reason);
			void writer.abort(reason).catch(() => {});
		};
		signal?.addEventListener('abort', () => fail(signal.reason));
		files.push({
			url: String(url),
			respond: (status) => resolve(new Response(status === 200 ? body.readable : null, { status })),
			send: (bytes) => void writer.write(new Uint8Array(bytes)).catch(() => {}),
			end: () => void writer.close().catch(() => {}),
			fail: () => fail(new TypeError('Failed to fetch')),
			isAborted: () => signal?.aborted ?? false,
		});
		return promise;
	});
	return files;
}

/** Stores a file for a video ad on this device. */
export async function storeVideo(id: number, rendition: Rendition, file = new Blob([new Uint8Array(rendition.bytes)])) {
	vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(file));
	await downloadVideoFile(rendition, { signal: new AbortController().signal, onProgress: () => {} });
	const { url, bytes } = rendition;
	offlineVideos.set([{ id, url, bytes }, ...(offlineVideos.get() ?? [])]);
}

/** Lists the URLs of the stored files. */
export async function listStoredFiles(): Promise<string[]> {
	return (await (await caches.open('offline-videos')).keys()).map(({ url }) => url);
}

/** Makes the browser tell the type of its connection until the end of the test. */
export function stubConnection(type: string | undefined) {
	const connection = Object.assign(new EventTarget(), { type });
	vi.spyOn(navigator as unknown as { connection: unknown }, 'connection', 'get').mockReturnValue(connection);
	return {
		change(next: string) {
			connection.type = next;
			connection.dispatchEvent(new Event('change'));
		},
	};
}
