import type { UploadedFile } from '../../contract/media.ts';
import { readFiles, storeFiles, updateFiles } from '../platform/stored-files.ts';
import { bytesName, removeBytes, removeUpload } from './remove-upload.ts';

/** An upload that continues after the tab was closed or the phone restarted. */
export interface PendingUpload<Fields> {
	file: File;
	words: Fields;
	/** Upload URL at the media host; null until the upload has started. */
	address: string | null;
	/** The media host's response after the last chunk. */
	uploaded: UploadedFile | null;
	/** Idempotency key of the call that saves the video. */
	key: string;
	/** Why the upload was rejected for good, to show to the sender; null while it can continue. */
	refused: string | null;
}

/** The pending upload of one account on this device. */
export interface UploadStorage<Fields> {
	/** Whether an upload is stored. Does not check its bytes. */
	has(): Promise<boolean>;
	read(): Promise<PendingUpload<Fields> | null>;
	/**
	 * Replaces the upload. False if the browser stores nothing or the upload was removed meanwhile: it then lasts as
	 * long as the page.
	 */
	write(upload: PendingUpload<Fields>): Promise<boolean>;
	/** Updates the progress or the rejection. Does nothing if no upload is stored. */
	update(change: Partial<Pick<PendingUpload<Fields>, 'address' | 'uploaded' | 'refused'>>): Promise<void>;
	remove(): Promise<void>;
}

/** Earlier versions stored neither `refused` nor `size`. */
type StoredUpload<Words> = Omit<PendingUpload<Words>, 'file' | 'refused'> & {
	refused?: string | null;
	size?: number;
	name: string;
	type: string;
};

/**
 * Stores an upload under this name: its fields in IndexedDB, and its bytes in the origin private file system if
 * that is writable.
 */
export function createUploadStorage<Words>(name: string): UploadStorage<Words> {
	async function read(): Promise<PendingUpload<Words> | null> {
		const fields = (await readFiles(name)) as StoredUpload<Words> | null | undefined;
		if (!fields) return null;
		const bytes = (await readBytes(name)) ?? (await readFiles(bytesName(name)));
		const { name: fileName, type, size, ...rest } = fields;
		// The bytes are written after the fields, so they may be missing or incomplete.
		if (!(bytes instanceof Blob) || bytes.size === 0 || bytes.size !== (size ?? bytes.size)) return null;
		return { ...rest, refused: rest.refused ?? null, file: new File([bytes], fileName, { type }) };
	}

	return {
		has: async () => Boolean(await readFiles(name)),
		read,
		async write({ file, ...rest }) {
			// Without this request, the browser may evict stored data when disk space is short.
			void navigator.storage?.persist?.().catch(() => {});
			// If the new file does not fit, the old one must not take its place.
			await removeUpload(name);
			// Write the fields first, so that a removal while the bytes are copied, such as a logout, is noticed.
			const fields: StoredUpload<Words> = { ...rest, name: file.name, type: file.type, size: file.size };
			await storeFiles(name, fields);
			const inFolder = await writeBytes(name, file);
			if (!inFolder) await storeFiles(bytesName(name), file);
			const isStored = (await read()) !== null;
			if (!isStored) await removeUpload(name);
			return isStored;
		},
		update: (change) => updateFiles<StoredUpload<Words>>(name, (fields) => ({ ...fields, ...change })),
		remove: () => removeUpload(name),
	};
}

/** Writes to the origin private file system, which reads files in chunks. False if the page cannot write to it. */
async function writeBytes(name: string, file: Blob): Promise<boolean> {
	try {
		const folder = await navigator.storage.getDirectory();
		const handle = await folder.getFileHandle(name, { create: true });
		const stream = await handle.createWritable();
		await file.stream().pipeTo(stream);
		return true;
	} catch {
		await removeBytes(name);
		return false;
	}
}

async function readBytes(name: string): Promise<Blob | null> {
	try {
		const folder = await navigator.storage.getDirectory();
		return await (await folder.getFileHandle(name)).getFile();
	} catch {
		return null;
	}
}
