import type { UploadedFile } from '../../contract/media.ts';
import { readFiles, storeFiles, updateFiles } from '../platform/stored-files.ts';
import { bytesName, removeBytes, removeUpload } from './remove-upload.ts';

/** An upload that goes on after the tab was closed or the phone restarted. */
export interface PendingUpload<Fields> {
	file: File;
	/** What was typed about it. */
	words: Fields;
	/** Where the media host takes its pieces; null until it has begun. */
	address: string | null;
	/** What the media host said once it had all of it. */
	uploaded: UploadedFile | null;
	/** Makes saving it happen once. */
	key: string;
	/** Why it was refused for good, for its sender to see; null while it can go on. */
	refused: string | null;
}

/** The pending upload of one account on this device. */
export interface UploadStorage<Fields> {
	/** Whether there is one, as far as that can be told without its bytes. */
	has(): Promise<boolean>;
	read(): Promise<PendingUpload<Fields> | null>;
	/** Replaces it. False where the browser stores nothing, or where it was removed meanwhile: the upload then lives as long as the page. */
	write(upload: PendingUpload<Fields>): Promise<boolean>;
	/** Remembers how far it has come, or why it cannot; nothing where it is not stored. */
	update(change: Partial<Pick<PendingUpload<Fields>, 'address' | 'uploaded' | 'refused'>>): Promise<void>;
	remove(): Promise<void>;
}

/** What an earlier version stored says nothing of refusals and of its size. */
type StoredUpload<Words> = Omit<PendingUpload<Words>, 'file' | 'refused'> & {
	refused?: string | null;
	size?: number;
	name: string;
	type: string;
};

/** Stores an upload under this name: what is known of it in IndexedDB, its bytes in the browser's own folder where a page can write to one. */
export function createUploadStorage<Words>(name: string): UploadStorage<Words> {
	async function read(): Promise<PendingUpload<Words> | null> {
		const facts = (await readFiles(name)) as StoredUpload<Words> | null | undefined;
		if (!facts) return null;
		const bytes = (await readBytes(name)) ?? (await readFiles(bytesName(name)));
		const { name: fileName, type, size, ...rest } = facts;
		// The bytes come after the facts, and may not have come.
		if (!(bytes instanceof Blob) || bytes.size === 0 || bytes.size !== (size ?? bytes.size)) return null;
		return { ...rest, refused: rest.refused ?? null, file: new File([bytes], fileName, { type }) };
	}

	return {
		has: async () => Boolean(await readFiles(name)),
		read,
		async write({ file, ...rest }) {
			// What the browser stores goes when its disk is short, unless it was asked to spare it.
			void navigator.storage?.persist?.().catch(() => {});
			// An older file must not stand in for one that has no room.
			await removeUpload(name);
			// First, so that whoever removes it while its bytes are copied, such as a log-out, is noticed.
			const facts: StoredUpload<Words> = { ...rest, name: file.name, type: file.type, size: file.size };
			await storeFiles(name, facts);
			const inFolder = await writeBytes(name, file);
			if (!inFolder) await storeFiles(bytesName(name), file);
			const isStored = (await read()) !== null;
			if (!isStored) await removeUpload(name);
			return isStored;
		},
		update: (change) => updateFiles<StoredUpload<Words>>(name, (facts) => ({ ...facts, ...change })),
		remove: () => removeUpload(name),
	};
}

/** The browser's own folder, which reads a file piece by piece; false where there is none that a page can write to. */
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
