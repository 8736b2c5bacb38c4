import type { Clock } from '../core/clock.ts';
import type { Db } from '../database/index.ts';
import type { FileStore, StoredFile } from '../files/index.ts';
import { getStorageKey } from './jobs.ts';
import { listFilesOfMedia, listReferencedFiles } from './referenced-files.ts';
import { listMediaByPublicIds } from './store.ts';

/** Result of a comparison of rows and stored files. */
export interface FileCheck {
	/** Number of files that rows refer to, and of files in the store. */
	referenced: number;
	stored: number;
	/** Files that a row refers to and that the store lacks. `keys` has at most `maxListedKeys` of them. */
	missing: { count: number; keys: string[] };
	/** Files in the store to which no row refers. */
	unreferenced: { count: number; keys: string[] };
}

const maxListedKeys = 1000;
const batchSize = 100;
/** Age in milliseconds from which a file without a row counts. The row of a newer file may still be written. */
const minAge = 3_600_000;
/** Preview pictures are drawn again when they are missing, and have no rows. */
const derivedPrefix = 'share/';

/** Compares `media` rows with the file store. Changes nothing. Uploads and deletions may run meanwhile. Throws if the signal aborts. */
export async function checkFiles(
	{ db, files, clock }: { db: Db; files: FileStore; clock: Clock },
	signal: AbortSignal,
): Promise<FileCheck> {
	const check: FileCheck = {
		referenced: 0,
		stored: 0,
		missing: { count: 0, keys: [] },
		unreferenced: { count: 0, keys: [] },
	};
	const add = (found: { count: number; keys: string[] }, keys: readonly string[]) => {
		found.count += keys.length;
		found.keys.push(...keys.slice(0, maxListedKeys - found.keys.length));
	};

	for await (const keys of toBatches(listReferencedFiles(db))) {
		signal.throwIfAborted();
		check.referenced += keys.length;
		const sizes = await Promise.all(keys.map((key) => files.size(key)));
		const absent = keys.filter((_, index) => sizes[index] === null);
		// A file may have been deleted together with its row, or replaced, after the row was read.
		const { required } = await readMediaFiles(db, absent);
		const isMissing = await Promise.all(
			absent.map(async (key) => required.has(key) && (await files.size(key)) === null),
		);
		add(
			check.missing,
			absent.filter((_, index) => isMissing[index]),
		);
	}

	for await (const batch of toBatches(files.list(''))) {
		signal.throwIfAborted();
		check.stored += batch.length;
		const old = batch.filter(
			({ key, modified }: StoredFile) => modified < clock.now() - minAge && !key.startsWith(derivedPrefix),
		);
		const keys = old.map(({ key }) => key);
		const { required, originals } = await readMediaFiles(db, keys);
		add(
			check.unreferenced,
			keys.filter((key) => !required.has(key) && !originals.has(key)),
		);
	}
	return check;
}

/**
 * Reads the rows of the files with these keys. Returns the keys of all files that the rows require, and those of the originals, which stay
 * until all renditions are made, or a failed video is tried again.
 */
async function readMediaFiles(db: Db, keys: readonly string[]) {
	const publicIds = new Set(keys.flatMap((key) => /^media\/([^/]+)\//.exec(key)?.[1] ?? []));
	const rows = await listMediaByPublicIds(db, [...publicIds]);
	return {
		required: new Set(rows.flatMap(listFilesOfMedia)),
		originals: new Set(rows.map(({ public_id }) => getStorageKey(public_id, 'original'))),
	};
}

async function* toBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
	let batch: Item[] = [];
	for await (const item of items) {
		batch.push(item);
		if (batch.length < batchSize) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}
