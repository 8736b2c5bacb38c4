import { removeFiles } from '../platform/stored-files.ts';

export const pendingUploadKey = (accountId: number) => `upload-video-${accountId}`;

/** Removes an upload from this device. This file is separate, so that logout does not load the upload code. */
export async function removeUpload(name: string): Promise<void> {
	await removeFiles(name);
	await removeFiles(bytesName(name));
	await removeBytes(name);
}

/** Key of an upload's bytes in IndexedDB, used where the origin private file system is not writable. */
export const bytesName = (name: string) => `${name}-file`;

export async function removeBytes(name: string): Promise<void> {
	try {
		await (await navigator.storage.getDirectory()).removeEntry(name);
	} catch {
		// The file does not exist.
	}
}
