import { constants } from 'node:fs';
import { chown, copyFile, link, lstat, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TranscodingError } from './errors.ts';
import type { VideoTools } from './tools.ts';

export const inputFileName = 'input';
export const overlayFileName = 'overlay';
export const outputFileName = 'output';

/**
 * Runs `use` with a fresh folder that contains only the input file and the overlay, if there is one, which the child process can read.
 * Removes the folder afterwards.
 */
export async function withWorkFolder<T>(
	tools: VideoTools,
	input: string,
	use: (folder: string) => Promise<T>,
	overlay: Uint8Array | null = null,
): Promise<T> {
	const { user } = tools.confinement;
	const folder = await mkdtemp(join(tools.workFolder, 'video-'));
	try {
		await linkInput(input, join(folder, inputFileName), user);
		if (overlay !== null) {
			const path = join(folder, overlayFileName);
			await writeFile(path, overlay);
			if (user !== null) await chown(path, user.uid, user.gid);
		}
		if (user !== null) await chown(folder, user.uid, user.gid);
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Hard-links the input file if the child may read the original, otherwise copies it (copy-on-write if supported). */
async function linkInput(from: string, to: string, user: VideoTools['confinement']['user']): Promise<void> {
	const stats = await lstat(from);
	const isReadable = user === null || (stats.mode & 0o004) !== 0;
	if (stats.isFile() && isReadable) {
		try {
			await link(from, to);
			return;
		} catch {
			// The file is on another disk, or the file system has no hard links.
		}
	}
	await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
	if (user !== null) await chown(to, user.uid, user.gid);
}

/** Moves the child's output file to `to` and makes the server its owner. Returns its size in bytes. */
export async function moveOutput(folder: string, to: string): Promise<number> {
	const from = join(folder, outputFileName);
	const file = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
	let bytes: number;
	try {
		const stats = await file.stat();
		// A compromised child could leave a link to another file as its output.
		if (!stats.isFile() || stats.nlink !== 1) throw new TranscodingError('failed', 'the output is not a plain file');
		bytes = stats.size;
		if (process.getuid?.() === 0) await file.chown(0, process.getgid?.() ?? 0);
		await file.chmod(0o644);
	} finally {
		await file.close();
	}
	try {
		await rename(from, to);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
		const part = `${to}.part`;
		try {
			await copyFile(from, part);
			await rename(part, to);
		} finally {
			await rm(part, { force: true });
		}
	}
	return bytes;
}
