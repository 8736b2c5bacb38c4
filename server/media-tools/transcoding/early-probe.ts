import { open } from 'node:fs/promises';
import { probeVideo, type VideoMetadata } from './probe.ts';
import type { VideoTools } from './tools.ts';

/** Probes a video while its last bytes are being received. */
export interface EarlyProbe {
	/** Reports that the file has at least `bytes` bytes. */
	grow(bytes: number): void;
	/**
	 * Ends the wait for more bytes. Returns the metadata, or null if the probe did not start or did not accept the file: the whole file decides
	 * then.
	 */
	finish(): Promise<VideoMetadata | null>;
	/** Ends the wait and a running probe. */
	cancel(): void;
}

/** Bytes after the index in which the first frames of all streams are expected. */
const firstFrameBytes = 1_048_576;
/** Maximum size of an index in bytes. The index of ten minutes has less than one megabyte. */
const maxIndexBytes = 8_388_608;
/** Maximum number of boxes up to the index. A video has a few. Each costs a read, and a hostile file could have millions. */
const maxBoxes = 32;
const boxHeaderBytes = 16;

/**
 * Creates a probe of an MP4 file that grows. It starts as soon as the file contains its index and its first frames. ffprobe reads nothing
 * else of a complete file, but the start of the program takes longer than all it does. Files without an index of the whole video, such as
 * fragmented ones, are not probed.
 */
export function createEarlyProbe(tools: VideoTools, path: string): EarlyProbe {
	const cancelled = new AbortController();
	let size = 0;
	let isEnded = false;
	let wanted = Number.POSITIVE_INFINITY;
	let wake = (_: boolean) => {};
	let result: Promise<VideoMetadata | null> | undefined;

	/** Waits until the file has `bytes` bytes. Returns false if it does not grow that large. */
	function waitFor(bytes: number): Promise<boolean> {
		if (size >= bytes || isEnded) return Promise.resolve(size >= bytes);
		wanted = bytes;
		return new Promise((resolve) => {
			wake = resolve;
		});
	}

	function end(): void {
		isEnded = true;
		wake(false);
	}

	async function probe(): Promise<VideoMetadata | null> {
		if (!(await waitForIndex(path, waitFor))) return null;
		return probeVideo(tools, path, { signal: cancelled.signal });
	}

	return {
		grow(bytes) {
			size = bytes;
			result ??= probe().catch(() => null);
			if (size >= wanted) wake(true);
		},
		async finish() {
			end();
			return (await result) ?? null;
		},
		cancel() {
			end();
			cancelled.abort(new Error('The file was not received'));
		},
	};
}

/** Waits until a file contains the box `moov` and the first frames after it. Returns false if this box does not describe the whole video. */
async function waitForIndex(path: string, waitFor: (bytes: number) => Promise<boolean>): Promise<boolean> {
	let start = 0;
	for (let boxes = 0; boxes < maxBoxes; boxes++) {
		if (!(await waitFor(start + boxHeaderBytes))) return false;
		const header = await readBytes(path, start, boxHeaderBytes);
		const size = header.readUInt32BE(0) === 1 ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
		if (size < 8) return false;
		if (header.toString('latin1', 4, 8) === 'moov') {
			if (size > maxIndexBytes || !(await waitFor(start + size + firstFrameBytes))) return false;
			return !(await readBytes(path, start, size)).includes('mvex');
		}
		start += size;
	}
	return false;
}

async function readBytes(path: string, start: number, length: number): Promise<Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}
