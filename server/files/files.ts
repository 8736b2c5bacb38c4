import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DiskFullError, isDiskFull } from '../core/disk-full-error.ts';

export interface StoredFile {
	key: string;
	bytes: number;
	/** Time of the last write in milliseconds since 1970. Some stores have a resolution of one second. */
	modified: number;
}

/**
 * File store. A key is one or more segments of `[a-z0-9._-]` separated by '/', at most 512 characters; no segment is '.' or '..'. Any other
 * key throws `InvalidKeyError`. A key cannot also be a folder of other keys.
 */
export interface FileStore {
	/**
	 * Writes a file. The write is durable: once the promise resolves, the file and its name survive a power failure. It is atomic: a reader
	 * sees either the old or the new file. A source file at `path` may be moved; do not use it afterwards, and remove it if it still
	 * exists. `type` is the media type, which only some stores save. Throws `DiskFullError`.
	 */
	write(key: string, source: { path: string } | { bytes: Uint8Array }, type: string): Promise<void>;
	/**
	 * Opens a file; null if the file is missing. `start` and `end` are inclusive byte offsets, as in HTTP. An `end` beyond the file means
	 * its last byte; a `start` beyond the file throws `RangeNotSatisfiableError`. `size` is the size of the whole file in bytes. The caller
	 * must read the stream to its end or destroy it.
	 */
	read(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | null>;
	/** Returns the size of a file in bytes; null if the file is missing. */
	size(key: string): Promise<number | null>;
	/** Copies a file to a local path. A failed copy leaves nothing there. Throws if the file is missing, and `DiskFullError`. */
	download(key: string, path: string, signal?: AbortSignal): Promise<void>;
	/** Removes the file of a key, or all files under a prefix that ends with '/'. Ignores missing files. */
	remove(prefix: string): Promise<void>;
	/** Lists the files under a prefix that ends with '/', or all files for '', in any order. */
	list(prefix: string): AsyncIterable<StoredFile>;
	/** Throws if the store is unreachable or, on disk, not writable. The readiness check uses it. */
	check(): Promise<void>;
	close(): void;
}

export class InvalidKeyError extends Error {
	override name = 'InvalidKeyError';
}

export class RangeNotSatisfiableError extends Error {
	override name = 'RangeNotSatisfiableError';
	/** Size of the file in bytes, for the header `Content-Range`. */
	size: number;

	constructor(size: number) {
		super(`The range starts beyond the file's ${size} bytes`);
		this.size = size;
	}
}

const keyPattern = /^[a-z0-9._-]{1,200}(\/[a-z0-9._-]{1,200})*$/;

export function isValidFileKey(key: string): boolean {
	return key.length <= 512 && keyPattern.test(key) && !/(^|\/)\.\.?(\/|$)/.test(key);
}

export function checkFileKey(key: string): string {
	if (!isValidFileKey(key)) {
		throw new InvalidKeyError(`Not a key: ${JSON.stringify(key)}`);
	}
	return key;
}

/** Validates a prefix: a key followed by '/'. */
export function checkFileKeyPrefix(prefix: string): string {
	if (!prefix.endsWith('/') || !isValidFileKey(prefix.slice(0, -1))) {
		throw new InvalidKeyError(`Not a prefix: ${JSON.stringify(prefix)}`);
	}
	return prefix;
}

export function checkByteRange(range: { start: number; end: number }): void {
	const { start, end } = range;
	if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
		throw new RangeError(`Not a range of bytes: ${start} to ${end}`);
	}
}

export function getNodeErrorCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Converts a full disk or an exceeded quota to `DiskFullError`; returns any other error unchanged. */
export function toDiskFullError(error: unknown): unknown {
	return isDiskFull(error) ? new DiskFullError('No space is left on the disk', { cause: error }) : error;
}

export async function saveStreamToFile(stream: Readable, path: string, signal?: AbortSignal): Promise<void> {
	try {
		await pipeline(stream, createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {});
	} catch (error) {
		await rm(path, { force: true }).catch(() => {});
		throw toDiskFullError(error);
	}
}
