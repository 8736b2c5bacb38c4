import type { UploadedFile } from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import { readFromIndexedDb, storeInIndexedDb, updateInIndexedDb } from '../platform/indexed-db.ts';
import { getUploadBytesName, removePendingUpload, removeUploadBytes } from './remove-pending-upload.ts';
import type { Trim } from './video-edit.ts';

/** An upload that can continue after the tab was closed or the phone restarted. */
export interface PendingUpload<Fields> {
	file: File;
	/** Changes that the server makes to the file. */
	edit: VideoEdit;
	/** Trim that the file already has. The captions in `words` are those before this trim. */
	trimmed: Trim;
	words: Fields;
	/** Upload URL at the media host. Null until the upload has started. */
	address: string | null;
	/** Response of the media host after the last chunk. */
	uploaded: UploadedFile | null;
	/** Idempotency key of the call that saves the video. */
	key: string;
	/** Message to the user why the upload can't continue. Null while the upload can continue. */
	refused: string | null;
}

/** Stores the pending upload of one account on this device. */
export interface UploadStorage<Fields> {
	/** Returns whether an upload is stored. Does not check the stored bytes. */
	has(): Promise<boolean>;
	read(): Promise<PendingUpload<Fields> | null>;
	/** Replaces the stored upload. Returns false if this failed or the upload was removed meanwhile: closing the page then loses it. */
	write(upload: PendingUpload<Fields>): Promise<boolean>;
	/** Updates the stored upload. Does nothing if no upload is stored. */
	update(change: Partial<Pick<PendingUpload<Fields>, 'address' | 'uploaded' | 'refused'>>): Promise<void>;
	remove(): Promise<void>;
}

/** Record of an upload in IndexedDB. `edit`, `trimmed`, `refused` and `size` are missing in records of earlier versions of the app. */
type StoredUpload<Words> = Omit<PendingUpload<Words>, 'file' | 'edit' | 'trimmed' | 'refused'> & {
	edit?: VideoEdit;
	trimmed?: Trim;
	refused?: string | null;
	size?: number;
	name: string;
	type: string;
};

/** Stores an upload under the key `name`: its fields in IndexedDB, its bytes in the origin private file system if it is writable. */
export function createUploadStorage<Words>(name: string): UploadStorage<Words> {
	async function read(): Promise<PendingUpload<Words> | null> {
		const fields = (await readFromIndexedDb(name)) as StoredUpload<Words> | null | undefined;
		if (!fields) return null;
		const bytes = (await readBytes(name)) ?? (await readFromIndexedDb(getUploadBytesName(name)));
		const { name: fileName, type, size, ...rest } = fields;
		// The bytes are written after the fields, so the bytes may be missing or incomplete.
		if (!(bytes instanceof Blob) || bytes.size === 0 || bytes.size !== (size ?? bytes.size)) return null;
		return {
			...rest,
			edit: rest.edit ?? {},
			trimmed: rest.trimmed ?? {},
			refused: rest.refused ?? null,
			file: new File([bytes], fileName, { type }),
		};
	}

	return {
		has: async () => Boolean(await readFromIndexedDb(name)),
		read,
		async write({ file, ...rest }) {
			// Without persistent storage, the browser may evict stored data when disk space is short.
			void navigator.storage?.persist?.().catch(() => {});
			// The old file is removed first, so that it does not remain if the new file does not fit.
			await removePendingUpload(name);
			// The fields are written before the bytes. If a logout removes them while the bytes are copied, the copy is removed, too.
			const fields: StoredUpload<Words> = { ...rest, name: file.name, type: file.type, size: file.size };
			await storeInIndexedDb(name, fields);
			const inFolder = await writeBytes(name, file);
			if (!inFolder) await storeInIndexedDb(getUploadBytesName(name), file);
			const isStored = (await read()) !== null;
			if (!isStored) await removePendingUpload(name);
			return isStored;
		},
		update: (change) => updateInIndexedDb<StoredUpload<Words>>(name, (fields) => ({ ...fields, ...change })),
		remove: () => removePendingUpload(name),
	};
}

/** Writes to the origin private file system, from which files are read in chunks. Returns false if the page cannot write there. */
async function writeBytes(name: string, file: Blob): Promise<boolean> {
	try {
		const folder = await navigator.storage.getDirectory();
		const handle = await folder.getFileHandle(name, { create: true });
		const stream = await handle.createWritable();
		await file.stream().pipeTo(stream);
		return true;
	} catch {
		await removeUploadBytes(name);
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
