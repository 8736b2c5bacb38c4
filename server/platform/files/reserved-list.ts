import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFull } from '../disk-full.ts';
import { stage, syncFolder } from './durable.ts';
import { errorCode, named } from './files.ts';

const entryBytes = 8;

/** Positive whole numbers in a file whose space is taken beforehand, so that one more can be written on a full disk. */
export interface ReservedList {
	has(entry: number): boolean;
	entries(): readonly number[];
	/** Resolves once the entry is on the disk. Throws `DiskFull` where every place is taken, or the file could not be made yet. */
	add(entry: number): Promise<void>;
	remove(entries: readonly number[]): Promise<void>;
	/** Makes the file where there was no room for it before. */
	reserve(): Promise<void>;
}

/** Opens the list in `path`, for this process alone; makes the file, for `capacity` entries, where there is none and room for it. */
export async function openReservedList(path: string, capacity: number): Promise<ReservedList> {
	/** The number at each place; 0 where it is free. */
	const places: number[] = Array.from({ length: capacity }, () => 0);
	const placeOf = new Map<number, number>();
	let isReserved = false;
	/** The end of the queue of writes. */
	let queue: Promise<unknown> = Promise.resolve();

	async function load(): Promise<void> {
		const bytes = await readFile(path).catch((error: unknown) => {
			if (errorCode(error) === 'ENOENT') return null;
			throw error;
		});
		if (bytes?.length !== capacity * entryBytes) return;
		isReserved = true;
		for (let place = 0; place < capacity; place += 1) {
			const entry = bytes.readDoubleLE(place * entryBytes);
			places[place] = entry;
			if (entry !== 0) placeOf.set(entry, place);
		}
	}

	async function reserve(): Promise<void> {
		if (isReserved) return;
		const temporary = `${path}.new`;
		try {
			await rm(temporary, { force: true });
			await stage(temporary, new Uint8Array(capacity * entryBytes));
			await rename(temporary, path);
			await syncFolder(dirname(path));
			isReserved = true;
		} catch (error) {
			if (!(named(error) instanceof DiskFull)) throw error;
		}
	}

	/** Writes over the entries at these places, one write after the other. */
	function write(changes: readonly { place: number; entry: number }[]): Promise<void> {
		const written = queue.then(async () => {
			let file: FileHandle | undefined;
			try {
				file = await open(path, 'r+');
				for (const { place, entry } of changes) {
					const bytes = Buffer.alloc(entryBytes);
					bytes.writeDoubleLE(entry);
					await file.write(bytes, 0, entryBytes, place * entryBytes);
				}
				await file.datasync();
			} catch (error) {
				throw named(error);
			} finally {
				await file?.close();
			}
		});
		queue = written.catch(() => {});
		return written;
	}

	await load();
	await reserve();
	return {
		has: (entry) => placeOf.has(entry),
		entries: () => [...placeOf.keys()],
		async add(entry) {
			if (placeOf.has(entry)) return;
			const place = places.indexOf(0);
			if (!isReserved || place === -1) throw new DiskFull('No reserved place is left');
			places[place] = entry;
			placeOf.set(entry, place);
			await write([{ place, entry }]);
		},
		async remove(entries) {
			const changes = entries.flatMap((entry) => {
				const place = placeOf.get(entry);
				return place === undefined ? [] : [{ place, entry: 0 }];
			});
			if (changes.length === 0) return;
			await write(changes);
			for (const { place } of changes) {
				placeOf.delete(places[place] as number);
				places[place] = 0;
			}
		},
		reserve,
	};
}
