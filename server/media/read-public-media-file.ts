import { buffer } from 'node:stream/consumers';
import type { Database } from '../database/index.ts';
import type { FileStore } from '../files/index.ts';
import { findPublicMediaFiles } from './delivery.ts';
import { getStorageKey } from './jobs.ts';

/** Reads a public file by its URL path. Returns null for other URLs, private files and missing files. */
export async function readPublicMediaFile(
	{ db, files }: { db: Database; files: FileStore },
	address: string,
): Promise<Buffer | null> {
	const [, publicId, name] = /^\/media\/([0-9a-f]{24})\/([\w.-]+)$/.exec(address) ?? [];
	if (publicId === undefined || name === undefined) return null;
	const file = (await findPublicMediaFiles(db, publicId))?.get(name);
	const read = file && (await files.read(getStorageKey(publicId, file.name)));
	return read ? buffer(read.stream) : null;
}
