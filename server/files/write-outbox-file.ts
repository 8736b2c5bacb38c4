import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fsyncFolder, writeNewFileDurably } from './durable.ts';

const toFileTime = (time: number) => new Date(time).toISOString().replaceAll(':', '-');

/**
 * Writes a message to a new file of an outbox folder, which it creates if needed. The name begins with the time, so that names sort by age.
 * `extension` has no dot. Returns the path.
 */
export async function writeOutboxFile(
	folder: string,
	{ bytes, extension, now }: { bytes: Uint8Array; extension: string; now: number },
): Promise<string> {
	const path = join(folder, `${toFileTime(now)}-${randomBytes(4).toString('hex')}.${extension}`);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	// Each file gets its name by a rename, because programs that watch the folder must not see partial files.
	const unfinished = `${path}.part`;
	await writeNewFileDurably(unfinished, bytes);
	try {
		await rename(unfinished, path);
	} catch (error) {
		await rm(unfinished, { force: true });
		throw error;
	}
	await fsyncFolder(folder);
	await fsyncFolder(dirname(folder));
	return path;
}

/** Deletes the files of an outbox folder that are older than `before`. */
export async function removeOutboxFiles(folder: string, before: number): Promise<void> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return [];
		throw error;
	});
	for (const name of names)
		if (/^\d{4}-/.test(name) && name < toFileTime(before)) await rm(join(folder, name), { force: true });
}
