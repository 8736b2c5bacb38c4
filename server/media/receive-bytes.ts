import { open } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes that may wait for the disk. With less, the network and the disk wait for each other. */
const bufferBytes = 4 * 1_048_576;
/** Bytes after which received bytes are flushed to disk, so that little is left for the flush at the end. */
const flushBytes = 8 * 1_048_576;

export interface ReceiveOptions {
	flags: 'wx' | 'r+';
	/** Position of the first byte in the file. */
	start?: number;
	/** Maximum number of bytes to receive. `createError` makes the error for more. */
	limit?: { bytes: number; createError: () => Error };
	/** Called with the number of bytes that the file contains. */
	onGrowth?: ((bytes: number) => void) | undefined;
}

/** Writes a received stream to a file and returns the number of its bytes. The last bytes are not flushed to disk: the caller must do it. */
export async function receiveBytes(
	stream: Readable,
	path: string,
	{ flags, start = 0, limit, onGrowth }: ReceiveOptions,
): Promise<number> {
	const file = await open(path, flags);
	const disk = file.createWriteStream({ start, highWaterMark: bufferBytes });
	let received = 0;
	let flushed = 0;
	let isFlushing = false;
	let flushing = Promise.resolve();

	function flush(): void {
		flushed = disk.bytesWritten;
		isFlushing = true;
		flushing = file.datasync().finally(() => {
			isFlushing = false;
		});
		// The system reports a failed flush only once, so it must end the upload.
		flushing.catch((error: Error) => disk.destroy(error));
	}

	const watch = new Transform({
		transform(chunk: Buffer, _, next) {
			received += chunk.length;
			onGrowth?.(start + disk.bytesWritten);
			if (!isFlushing && disk.bytesWritten >= flushed + flushBytes) flush();
			next(limit && received > limit.bytes ? limit.createError() : null, chunk);
		},
		flush(next) {
			flushing.then(() => next(), next);
		},
	});
	await pipeline(stream, watch, disk);
	onGrowth?.(start + received);
	return received;
}
