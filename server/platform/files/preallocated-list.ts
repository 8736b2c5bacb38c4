import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFull } from '../disk-full.ts';
import { fsyncFolder, writeDurably } from './durable.ts';
import { errorCode, toDiskFull } from './files.ts';

const entryBytes = 8;

/** Positive whole numbers in a file whose space is taken beforehand, so that one more can be written on a full disk. */
export interface PreallocatedList {
	has(entry: number): boolean;
	entries(): readonly number[];
	/** Resolves once the entry is on the disk. Throws `DiskFull` where every place is taken, or the file could not be made yet. */
	add(entry: number): Promise<void>;
	remove(entries: readonly number[]): Promise<void>;
	/** Makes the file where there was no room for it before. */
	preallocate(): Promise<void>;
}

/** Opens the list in `path`, for this process alone; makes the file, for `capacity` entries, where there is none and room for it. */
export async function openPreallocatedList(path: string, capacity: number): Promise<PreallocatedList> {
	/** The number at each place; 0 where it is free. */
	const slots: number[] = Array.from({ length: capacity }, () => 0);
	const slotByEntry = new Map<number, number>();
	let isPreallocated = false;
	/** The end of the queue of writes. */
	let queue: Promise<unknown> = Promise.resolve();

	async function load(): Promise<void> {
		const bytes = await readFile(path).catch((error: unknown) => {
			if (errorCode(error) === 'ENOENT') return null;
			throw error;
		});
		if (bytes?.length !== capacity * entryBytes) return;
		isPreallocated = true;
		for (let place = 0; place < capacity; place += 1) {
			const entry = bytes.readDoubleLE(place * entryBytes);
			slots[place] = entry;
			if (entry !== 0) slotByEntry.set(entry, place);
		}
	}

	async function preallocate(): Promise<void> {
		if (isPreallocated) return;
		const temporary = `${path}.new`;
		try {
			await rm(temporary, { force: true });
			await writeDurably(temporary, new Uint8Array(capacity * entryBytes));
			await rename(temporary, path);
			await fsyncFolder(dirname(path));
			isPreallocated = true;
		} catch (error) {
			if (!(toDiskFull(error) instanceof DiskFull)) throw error;
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
				throw toDiskFull(error);
			} finally {
				await file?.close();
			}
		});
		queue = written.catch(() => {});
		return written;
	}

	await load();
	await preallocate();
	return {
		has: (entry) => slotByEntry.has(entry),
		entries: () => [...slotByEntry.keys()],
		async add(entry) {
			if (slotByEntry.has(entry)) return;
			const place = slots.indexOf(0);
			if (!isPreallocated || place === -1) throw new DiskFull('No reserved place is left');
			slots[place] = entry;
			slotByEntry.set(entry, place);
			await write([{ place, entry }]);
		},
		async remove(entries) {
			const changes = entries.flatMap((entry) => {
				const place = slotByEntry.get(entry);
				return place === undefined ? [] : [{ place, entry: 0 }];
			});
			if (changes.length === 0) return;
			await write(changes);
			for (const { place } of changes) {
				slotByEntry.delete(slots[place] as number);
				slots[place] = 0;
			}
		},
		preallocate,
	};
}
