import { constants } from 'node:fs';
import { chown, copyFile, link, lstat, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TranscodingFailed } from './errors.ts';
import type { VideoTools } from './tools.ts';

/** Names inside a work folder, as the child sees them. */
export const inputName = 'input';
export const outputName = 'output';

/** Gives `use` a fresh folder that holds only the input, readable to the child; the folder is gone afterwards. */
export async function withWorkFolder<T>(
	tools: VideoTools,
	input: string,
	use: (folder: string) => Promise<T>,
): Promise<T> {
	const { user } = tools.confinement;
	const folder = await mkdtemp(join(tools.workFolder, 'video-'));
	try {
		await linkInput(input, join(folder, inputName), user);
		if (user !== null) await chown(folder, user.uid, user.gid);
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** A hard link where the child may read the original, else a copy (shared blocks where the file system can). */
async function linkInput(from: string, to: string, user: VideoTools['confinement']['user']): Promise<void> {
	const facts = await lstat(from);
	const readable = user === null || (facts.mode & 0o004) !== 0;
	if (facts.isFile() && readable) {
		try {
			await link(from, to);
			return;
		} catch {
			// Another disk, or a file system without links.
		}
	}
	await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
	if (user !== null) await chown(to, user.uid, user.gid);
}

/** Moves what the child wrote to `to`, made the server's own; returns its size in bytes. */
export async function moveOutput(folder: string, to: string): Promise<number> {
	const from = join(folder, outputName);
	const file = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
	let bytes: number;
	try {
		const facts = await file.stat();
		// A child that was taken over could leave a link to somebody else's file.
		if (!facts.isFile() || facts.nlink !== 1) throw new TranscodingFailed('failed', 'the output is not a plain file');
		bytes = facts.size;
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
