import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DiskFull } from '../disk-full.ts';

export interface StoredFile {
	key: string;
	bytes: number;
	/** When it was written, milliseconds since 1970; some stores keep whole seconds only. */
	modified: number;
}

/**
 * Where the program keeps files. A key is one or more segments of `[a-z0-9._-]` separated by '/', at most 512
 * characters, none of them '.' or '..'; anything else throws `BadKey`. A key is never also a folder of other keys.
 */
export interface Files {
	/**
	 * Durable (the file and its name survive a loss of power once this resolves) and atomic (a reader sees all of the
	 * old or all of the new). The file at `path` may be moved rather than copied: do not use it afterwards, and remove
	 * it if it is still there. `type` is the media type, which only some stores keep. Throws `DiskFull`.
	 */
	write(key: string, source: { path: string } | { bytes: Uint8Array }, type: string): Promise<void>;
	/**
	 * `null` where there is none. `start` and `end` are inclusive as in HTTP; an `end` beyond the file means its last
	 * byte, a `start` beyond it throws `OutOfRange`. `size` is that of the whole file, in bytes. The stream must be
	 * read to its end or destroyed.
	 */
	read(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; size: number } | null>;
	/** Bytes, or `null` where there is none. */
	size(key: string): Promise<number | null>;
	/** Copies the file to a local path; nothing is left there after a failure. Throws where there is none, `DiskFull`. */
	download(key: string, path: string, signal?: AbortSignal): Promise<void>;
	/** Removes one key, or everything under a prefix that ends with '/'; no error where there is none. */
	remove(prefix: string): Promise<void>;
	/** Everything under a prefix that ends with '/', or everything for '', in no promised order. */
	list(prefix: string): AsyncIterable<StoredFile>;
	/** For readiness: throws where the store cannot be reached or, on disk, not written. */
	check(): Promise<void>;
	close(): void;
}

export class BadKey extends Error {
	override name = 'BadKey';
}

export class OutOfRange extends Error {
	override name = 'OutOfRange';
	/** Bytes of the whole file, for `Content-Range: bytes` with a star and the size. */
	size: number;

	constructor(size: number) {
		super(`The range starts behind the file's ${size} bytes`);
		this.size = size;
	}
}

const keyPattern = /^[a-z0-9._-]{1,200}(\/[a-z0-9._-]{1,200})*$/;

export function isKey(key: string): boolean {
	return key.length <= 512 && keyPattern.test(key) && !/(^|\/)\.\.?(\/|$)/.test(key);
}

export function checkKey(key: string): string {
	if (!isKey(key)) {
		throw new BadKey(`Not a key: ${JSON.stringify(key)}`);
	}
	return key;
}

/** A key with a '/' behind it. */
export function checkPrefix(prefix: string): string {
	if (!prefix.endsWith('/') || !isKey(prefix.slice(0, -1))) {
		throw new BadKey(`Not a prefix: ${JSON.stringify(prefix)}`);
	}
	return prefix;
}

export function checkRange(range: { start: number; end: number }): void {
	const { start, end } = range;
	if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
		throw new RangeError(`Not a range of bytes: ${start} to ${end}`);
	}
}

export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Names a full disk or a spent quota as such and returns any other error as it is. */
export function toDiskFull(error: unknown): unknown {
	const full = ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
	return full ? new DiskFull('No space is left on the disk', { cause: error }) : error;
}

export async function saveStream(stream: Readable, path: string, signal?: AbortSignal): Promise<void> {
	try {
		await pipeline(stream, createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {});
	} catch (error) {
		await rm(path, { force: true }).catch(() => {});
		throw toDiskFull(error);
	}
}
