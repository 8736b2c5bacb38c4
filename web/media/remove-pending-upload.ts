import { removeFromIndexedDb } from '../platform/indexed-db.ts';

export const getPendingUploadKey = (accountId: number) => `upload-video-${accountId}`;

/** Removes an upload from this device. This file is separate, so that logout does not load the upload code. */
export async function removePendingUpload(name: string): Promise<void> {
	await removeFromIndexedDb(name);
	await removeFromIndexedDb(getUploadBytesName(name));
	await removeUploadBytes(name);
}

/** Key of an upload's bytes in IndexedDB, used where the origin private file system is not writable. */
export const getUploadBytesName = (name: string) => `${name}-file`;

export async function removeUploadBytes(name: string): Promise<void> {
	try {
		await (await navigator.storage.getDirectory()).removeEntry(name);
	} catch {
		// The file does not exist.
	}
}
