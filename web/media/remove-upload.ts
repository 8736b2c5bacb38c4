import { removeFiles } from '../platform/stored-files.ts';

/** The name under which the device keeps the video that an account is sending. */
export const pendingUploadKey = (accountId: number) => `upload-video-${accountId}`;

/** Removes an upload from this device. Apart from what keeps it, for the first page's sake: a log-out does not wait for code. */
export async function removeUpload(name: string): Promise<void> {
	await removeFiles(name);
	await removeFiles(bytesName(name));
	await removeBytes(name);
}

/** Under which its bytes lie where there is no folder. */
export const bytesName = (name: string) => `${name}-file`;

export async function removeBytes(name: string): Promise<void> {
	try {
		await (await navigator.storage.getDirectory()).removeEntry(name);
	} catch {
		// Not there.
	}
}
