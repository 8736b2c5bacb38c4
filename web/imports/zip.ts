import {
	BlobReader,
	BlobWriter,
	ERR_UNSAFE_FILENAME,
	type FileEntry,
	ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { importLimits } from '../../contract/imports/import-limits.ts';
import * as importText from '../../text/web/import.ts';
import { ZipError } from './zip-error.ts';

export interface ZipEntry {
	/** Path of the file in the zip. */
	path: string;
	/** Uncompressed size in bytes, as the zip declares it. */
	size: number;
	/** Reads the file. Throws `ZipError` if it does not have its declared size. */
	read: () => Promise<Blob>;
}

/** Compression methods of usual zips: stored and deflated. */
const methods = [0, 8];
/** Size in bytes up to which the ratio of an entry does not matter. */
const harmlessBytes = 1_048_576;

/** Files that phones and computers add to a zip. */
const systemFile = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Lists the files of a zip from its directory, without reading them. Checks number, sizes, compression ratio and paths of the entries
 * before anything is uncompressed. Throws `ZipError`.
 */
export async function openZip(file: Blob): Promise<ZipEntry[]> {
	const entries = await listEntries(file);
	checkEntries(entries, file.size);
	return entries
		.filter(({ filename }) => !systemFile.test(filename))
		.map((entry) => ({ path: entry.filename, size: entry.uncompressedSize, read: () => readEntry(entry) }));
}

async function listEntries(file: Blob): Promise<FileEntry[]> {
	// Workers would need files of their own. The browser's `DecompressionStream` inflates without blocking the page.
	const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false, filenameValidation: 'strict' });
	const files: FileEntry[] = [];
	let count = 0;
	try {
		for await (const entry of reader.getEntriesGenerator()) {
			count += 1;
			if (count > importLimits.zip.entries) throw new ZipError(importText.zipTooMany(importLimits.zip.entries));
			if (!entry.directory) files.push(entry);
		}
		return files;
	} catch (error) {
		if (error instanceof ZipError) throw error;
		const unsafe = error instanceof Error && error.message === ERR_UNSAFE_FILENAME && 'filename' in error;
		throw new ZipError(unsafe ? importText.zipUnsafePath(String(error.filename)) : importText.notZip);
	}
}

function checkEntries(entries: readonly FileEntry[], zipSize: number): void {
	let total = 0;
	let end = 0;
	for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
		const { filename, encrypted, compressionMethod, compressedSize, uncompressedSize, offset } = entry;
		if (encrypted) throw new ZipError(importText.zipEncrypted);
		if (!methods.includes(compressionMethod)) throw new ZipError(importText.zipMethod(filename));
		// Overlapping entries would let a small zip hold far more than its size.
		if (offset < end || offset + compressedSize > zipSize) throw new ZipError(importText.notZip);
		if (uncompressedSize > harmlessBytes && uncompressedSize > compressedSize * importLimits.zip.ratio) {
			throw new ZipError(importText.zipRatio(filename));
		}
		total += uncompressedSize;
		if (total > importLimits.zip.bytes) {
			throw new ZipError(importText.zipTooLarge(importLimits.zip.bytes / harmlessBytes / 1024));
		}
		end = offset + compressedSize;
	}
}

async function readEntry(entry: FileEntry): Promise<Blob> {
	try {
		return await entry.getData(new BlobWriter());
	} catch {
		throw new ZipError(importText.zipBroken(entry.filename));
	}
}
