import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFullError } from '../core/disk-full-error.ts';
import { fsyncFolder, writeNewFileDurably } from './durable.ts';
import { getNodeErrorCode, toDiskFullError } from './files.ts';

const entryBytes = 8;

/** Set of positive integers in a preallocated file, so that an integer can be added on a full disk. */
export interface PreallocatedList {
	has(entry: number): boolean;
	entries(): readonly number[];
	/** Adds an entry. Resolves once the entry is on the disk. Throws `DiskFullError` if the list is full or not preallocated. */
	add(entry: number): Promise<void>;
	remove(entries: readonly number[]): Promise<void>;
	/** Creates the file if the disk was too full for it before. */
	preallocate(): Promise<void>;
}

/**
 * Opens the list in the file `path`, which only this process may use. If the file is missing or has another capacity, creates a new one for
 * `capacity` entries, provided that the disk has room.
 */
export async function openPreallocatedList(path: string, capacity: number): Promise<PreallocatedList> {
	/** Entry of each slot in the file; 0 if the slot is free. */
	const slots: number[] = Array.from({ length: capacity }, () => 0);
	const slotByEntry = new Map<number, number>();
	let isPreallocated = false;
	/** Promise of the last write, after which the next write starts. */
	let queue: Promise<unknown> = Promise.resolve();

	async function load(): Promise<void> {
		const bytes = await readFile(path).catch((error: unknown) => {
			if (getNodeErrorCode(error) === 'ENOENT') return null;
			throw error;
		});
		if (bytes?.length !== capacity * entryBytes) return;
		isPreallocated = true;
		for (let slot = 0; slot < capacity; slot += 1) {
			const entry = bytes.readDoubleLE(slot * entryBytes);
			slots[slot] = entry;
			if (entry !== 0) slotByEntry.set(entry, slot);
		}
	}

	async function preallocate(): Promise<void> {
		if (isPreallocated) return;
		const temporary = `${path}.new`;
		try {
			await rm(temporary, { force: true });
			await writeNewFileDurably(temporary, new Uint8Array(capacity * entryBytes));
			await rename(temporary, path);
			await fsyncFolder(dirname(path));
			isPreallocated = true;
		} catch (error) {
			if (!(toDiskFullError(error) instanceof DiskFullError)) throw error;
		}
	}

	/** Overwrites slots in the file. Writes run one after another. */
	function write(changes: readonly { slot: number; entry: number }[]): Promise<void> {
		const written = queue.then(async () => {
			let file: FileHandle | undefined;
			try {
				file = await open(path, 'r+');
				for (const { slot, entry } of changes) {
					const bytes = Buffer.alloc(entryBytes);
					bytes.writeDoubleLE(entry);
					await file.write(bytes, 0, entryBytes, slot * entryBytes);
				}
				await file.datasync();
			} catch (error) {
				throw toDiskFullError(error);
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
			const slot = slots.indexOf(0);
			if (!isPreallocated || slot === -1) throw new DiskFullError('No preallocated slot is free');
			slots[slot] = entry;
			slotByEntry.set(entry, slot);
			await write([{ slot, entry }]);
		},
		async remove(entries) {
			const changes = entries.flatMap((entry) => {
				const slot = slotByEntry.get(entry);
				return slot === undefined ? [] : [{ slot, entry: 0 }];
			});
			if (changes.length === 0) return;
			await write(changes);
			for (const { slot } of changes) {
				slotByEntry.delete(slots[slot] as number);
				slots[slot] = 0;
			}
		},
		preallocate,
	};
}
