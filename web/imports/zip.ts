import { importLimits } from '../../contract/import-limits.ts';
import * as importText from '../../contract/text/import.ts';

export interface ZipEntry {
	/** Path of the file in the zip. */
	path: string;
	/** Uncompressed size in bytes, as the zip declares it. */
	size: number;
	/** Reads the file. Throws `ZipError` if it does not have its declared size. */
	read: () => Promise<Blob>;
}

/** A zip that cannot be used. The message is for the user. */
export class ZipError extends Error {
	override readonly name = 'ZipError';
}

const signatures = { entry: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 };
const endBytes = 22;
/** Largest comment at the end of a zip in bytes. */
const maxComment = 65_535;
const listedBytes = 46;
const entryBytes = 30;
/** Size in bytes up to which the ratio of an entry does not matter. */
const harmlessBytes = 1_048_576;

/** Files that phones and computers add to a zip. */
const systemFile = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Lists the files of a zip from its directory, without reading them. Checks number, sizes, compression ratio and paths of the entries
 * before anything is uncompressed. Throws `ZipError`.
 */
export async function openZip(file: Blob): Promise<ZipEntry[]> {
	const { count, start, bytes } = await findDirectory(file);
	if (count > importLimits.zip.entries) throw new ZipError(importText.zipTooMany(importLimits.zip.entries));
	const view = new DataView(await file.slice(start, start + bytes).arrayBuffer());
	const listed: ListedEntry[] = [];
	for (let at = 0; listed.length < count; ) {
		const [entry, next] = readListedEntry(view, at);
		listed.push(entry);
		at = next;
	}
	checkEntries(listed, start);
	const entries = listed.filter(({ path }) => !path.endsWith('/') && !systemFile.test(path));
	return entries.map((entry) => ({ path: entry.path, size: entry.size, read: () => readEntry(file, entry) }));
}

interface ListedEntry {
	path: string;
	method: number;
	encrypted: boolean;
	packed: number;
	size: number;
	/** Position of the entry's local header in bytes. */
	offset: number;
}

async function findDirectory(file: Blob): Promise<{ count: number; start: number; bytes: number }> {
	const from = Math.max(0, file.size - endBytes - maxComment);
	const view = new DataView(await file.slice(from).arrayBuffer());
	for (let at = view.byteLength - endBytes; at >= 0; at -= 1) {
		if (view.getUint32(at, true) !== signatures.end) continue;
		const [count, bytes, start] = [
			view.getUint16(at + 10, true),
			view.getUint32(at + 12, true),
			view.getUint32(at + 16, true),
		];
		if (start + bytes <= from + at) return { count, start, bytes };
	}
	throw new ZipError(importText.notZip);
}

function readListedEntry(view: DataView, at: number): [ListedEntry, number] {
	if (at + listedBytes > view.byteLength || view.getUint32(at, true) !== signatures.listed) {
		throw new ZipError(importText.notZip);
	}
	const flags = view.getUint16(at + 8, true);
	const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
		number,
		number,
		number,
	];
	if (at + listedBytes + nameBytes > view.byteLength) throw new ZipError(importText.notZip);
	const name = new Uint8Array(view.buffer, at + listedBytes, nameBytes);
	const entry = {
		path: decodeName(name),
		encrypted: (flags & 1) !== 0,
		method: view.getUint16(at + 10, true),
		packed: view.getUint32(at + 20, true),
		size: view.getUint32(at + 24, true),
		offset: view.getUint32(at + 42, true),
	};
	return [entry, at + listedBytes + nameBytes + extra + comment];
}

function decodeName(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

function checkEntries(entries: readonly ListedEntry[], end: number): void {
	let total = 0;
	let after = 0;
	for (const { path, encrypted, method, packed, size, offset } of entries.toSorted((a, b) => a.offset - b.offset)) {
		if (isUnsafePath(path)) throw new ZipError(importText.zipUnsafePath(path));
		if (encrypted) throw new ZipError(importText.zipEncrypted);
		if (method !== 0 && method !== 8) throw new ZipError(importText.zipMethod(path));
		// Overlapping entries would let a small zip hold far more than its size.
		if (offset < after || offset + entryBytes + packed > end) throw new ZipError(importText.notZip);
		if (method === 0 && packed !== size) throw new ZipError(importText.notZip);
		if (size > harmlessBytes && size > packed * importLimits.zip.ratio) throw new ZipError(importText.zipRatio(path));
		total += size;
		if (total > importLimits.zip.bytes) {
			throw new ZipError(importText.zipTooLarge(importLimits.zip.bytes / harmlessBytes / 1024));
		}
		after = offset + entryBytes + packed;
	}
}

function isUnsafePath(path: string): boolean {
	return /^([/\\]|[a-z]:)/i.test(path) || path.includes('\0') || path.split(/[/\\]/).includes('..');
}

async function readEntry(file: Blob, { path, method, packed, size, offset }: ListedEntry): Promise<Blob> {
	const view = new DataView(await file.slice(offset, offset + entryBytes).arrayBuffer());
	if (view.byteLength < entryBytes || view.getUint32(0, true) !== signatures.entry) {
		throw new ZipError(importText.zipBroken(path));
	}
	const start = offset + entryBytes + view.getUint16(26, true) + view.getUint16(28, true);
	const data = file.slice(start, start + packed);
	return method === 0 ? data : inflate(data, size, path);
}

/** Uncompresses data, and stops when it gets longer than `size` bytes. */
async function inflate(data: Blob, size: number, path: string): Promise<Blob> {
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let length = 0;
	const reader = data.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			length += next.value.length;
			if (length > size) break;
			chunks.push(next.value);
		}
	} catch {
		throw new ZipError(importText.zipBroken(path));
	} finally {
		void reader.cancel().catch(() => {});
	}
	if (length !== size) throw new ZipError(importText.zipBroken(path));
	return new Blob(chunks);
}
