import { open, rm } from 'node:fs/promises';

/** Writes a new file that only its owner may read, and waits until its bytes are on the disk; leaves none on failure. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
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

/** Waits until a file's bytes are on the disk, and lets only its owner read it. */
export async function fsyncFile(path: string): Promise<void> {
	const handle = await open(path, 'r+');
	try {
		await handle.chmod(0o600);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Waits until the names in a folder are on the disk: without it a renamed file may be gone after a loss of power. */
export async function fsyncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
