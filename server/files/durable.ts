import { open, rm } from 'node:fs/promises';

/** Writes a new file with mode 0600 and flushes it to disk. A failed write leaves no file. */
export async function writeNewFileDurably(path: string, bytes: Uint8Array): Promise<void> {
	const handle = await open(path, 'wx', 0o600);
	try {
		try {
			await handle.writeFile(bytes);
			await handle.sync();
		} finally {
			await handle.close();
		}
	} catch (error) {
		await rm(path, { force: true });
		throw error;
	}
}

/** Sets mode 0600 and flushes a file to disk. */
export async function fsyncFile(path: string): Promise<void> {
	const handle = await open(path, 'r+');
	try {
		await handle.chmod(0o600);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Flushes a folder's entries to disk. Without the flush, a power failure may lose a renamed file. */
export async function fsyncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
