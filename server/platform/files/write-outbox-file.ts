import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fsyncFolder, writeNewFileDurably } from './durable.ts';

/**
 * Writes a message to a new file of an outbox folder, which it creates if needed. The name begins with the time, so that names sort by age.
 * `extension` has no dot. Returns the path.
 */
export async function writeOutboxFile(
	folder: string,
	{ bytes, extension, now }: { bytes: Uint8Array; extension: string; now: number },
): Promise<string> {
	const time = new Date(now).toISOString().replaceAll(':', '-');
	const path = join(folder, `${time}-${randomBytes(4).toString('hex')}.${extension}`);
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
