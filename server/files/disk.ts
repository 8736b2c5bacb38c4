import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, opendir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fsyncFile, fsyncFolder, writeNewFileDurably } from './durable.ts';
import {
	checkByteRange,
	checkFileKey,
	checkFileKeyPrefix,
	type FileStore,
	getNodeErrorCode,
	isValidFileKey,
	RangeNotSatisfiableError,
	type StoredFile,
	saveStreamToFile,
	toDiskFullError,
} from './files.ts';

/** Folder for unfinished files. Keys cannot contain '~', so no stored file is in this folder. */
const stagingName = '~staging';

/** Milliseconds after which a file in the staging folder counts as left over from a crash. No write takes a day. */
const staleAge = 86_400_000;

/** Creates a file store in a folder. The first write creates the folder. Keys are paths relative to the folder. */
export function createDiskFileStore(folder: string): FileStore {
	const root = resolve(folder);
	const staging = join(root, stagingName);
	let foldersReady: Promise<void> | undefined;

	function ensureFolders(): Promise<void> {
		foldersReady ??= makeFolders().catch((error: unknown) => {
			foldersReady = undefined;
			throw error;
		});
		return foldersReady;
	}

	async function makeFolders(): Promise<void> {
		await mkdir(staging, { recursive: true, mode: 0o700 });
		await fsyncFolder(root);
		await fsyncFolder(dirname(root));
		for (const name of await readdir(staging)) {
			const path = join(staging, name);
			const stats = await nullIfMissing(stat(path));
			if (stats && stats.mtimeMs < Date.now() - staleAge) {
				await rm(path, { recursive: true, force: true });
			}
		}
	}

	/** Renames a complete file to the path of its key. */
	async function publish(from: string, key: string): Promise<void> {
		const target = join(root, key);
		for (let attempt = 1; ; attempt++) {
			try {
				await mkdir(dirname(target), { recursive: true, mode: 0o700 });
				await rename(from, target);
				break;
			} catch (error) {
				// A concurrent removal may delete the empty folder between `mkdir` and `rename`.
				if (getNodeErrorCode(error) !== 'ENOENT' || attempt === 20) {
					throw error;
				}
			}
		}
		// Flushes every folder up to the root, because a concurrent write may have created a folder that is not yet on the disk.
		for (let parent = dirname(target); parent.length >= root.length; parent = dirname(parent)) {
			await nullIfMissing(fsyncFolder(parent));
		}
	}

	async function publishStaged(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
		const temporary = join(staging, randomUUID());
		try {
			await fill(temporary);
			await publish(temporary, key);
		} catch (error) {
			await rm(temporary, { force: true });
			throw error;
		}
	}

	async function move(path: string, key: string): Promise<void> {
		await fsyncFile(path);
		try {
			await publish(path, key);
		} catch (error) {
			if (getNodeErrorCode(error) !== 'EXDEV') {
				throw error;
			}
			await publishStaged(key, async (temporary) => {
				await copyFile(path, temporary, constants.COPYFILE_EXCL);
				await fsyncFile(temporary);
			});
		}
	}

	async function removeEmptyFolders(folder: string): Promise<void> {
		let parent = folder;
		try {
			for (; parent.length > root.length; parent = dirname(parent)) {
				await rmdir(parent);
			}
		} catch (error) {
			if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(getNodeErrorCode(error) ?? '')) {
				throw error;
			}
		}
		await nullIfMissing(fsyncFolder(parent));
	}

	async function* walk(folder: string, prefix: string): AsyncGenerator<StoredFile> {
		const entries = await nullIfMissing(opendir(folder));
		if (!entries) {
			return;
		}
		for await (const entry of entries) {
			const key = prefix + entry.name;
			if (!isValidFileKey(key)) {
				continue;
			}
			if (entry.isDirectory()) {
				yield* walk(join(folder, entry.name), `${key}/`);
			} else if (entry.isFile()) {
				const stats = await nullIfMissing(stat(join(folder, entry.name)));
				if (stats) {
					yield { key, bytes: stats.size, modified: Math.trunc(stats.mtimeMs) };
				}
			}
		}
	}

	const files: FileStore = {
		async write(key, source) {
			checkFileKey(key);
			try {
				await ensureFolders();
				if ('path' in source) {
					await move(source.path, key);
				} else {
					await publishStaged(key, (temporary) => writeNewFileDurably(temporary, source.bytes));
				}
			} catch (error) {
				throw toDiskFullError(error);
			}
		},

		async read(key, range) {
			checkFileKey(key);
			if (range) {
				checkByteRange(range);
			}
			const handle = await nullIfMissing(open(join(root, key)));
			if (!handle) {
				return null;
			}
			try {
				const stats = await handle.stat();
				if (!stats.isFile()) {
					await handle.close();
					return null;
				}
				if (range && range.start >= stats.size) {
					throw new RangeNotSatisfiableError(stats.size);
				}
				return { stream: handle.createReadStream(range ?? {}), size: stats.size };
			} catch (error) {
				await handle.close();
				throw error;
			}
		},

		async size(key) {
			const stats = await nullIfMissing(stat(join(root, checkFileKey(key))));
			return stats?.isFile() ? stats.size : null;
		},

		async download(key, path, signal) {
			signal?.throwIfAborted();
			const file = await files.read(key);
			if (!file) {
				throw new Error(`There is no file ${key}`);
			}
			await saveStreamToFile(file.stream, path, signal);
		},

		async remove(prefix) {
			if (!prefix.endsWith('/')) {
				const path = join(root, checkFileKey(prefix));
				const stats = await nullIfMissing(stat(path));
				if (stats?.isFile()) {
					await nullIfMissing(unlink(path));
					await removeEmptyFolders(dirname(path));
				}
				return;
			}
			const path = join(root, checkFileKeyPrefix(prefix));
			const stats = await nullIfMissing(stat(path));
			if (stats?.isDirectory()) {
				await ensureFolders();
				// Renaming the folder first makes the removal atomic and keeps concurrent writes out of the folder.
				const removed = join(staging, randomUUID());
				await nullIfMissing(rename(path.slice(0, -1), removed));
				await removeEmptyFolders(dirname(path));
				await rm(removed, { recursive: true, force: true });
			}
		},

		list(prefix) {
			return prefix === '' ? walk(root, '') : walk(join(root, checkFileKeyPrefix(prefix)), prefix);
		},

		async check() {
			try {
				await ensureFolders();
				const probe = join(staging, randomUUID());
				await writeNewFileDurably(probe, new Uint8Array());
				await unlink(probe);
			} catch (error) {
				throw toDiskFullError(error);
			}
		},

		close() {},
	};
	return files;
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
	try {
		return await work;
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes(getNodeErrorCode(error) ?? '')) {
			return null;
		}
		throw error;
	}
}
