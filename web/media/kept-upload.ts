import type { Uploaded } from '../../contract/media.ts';
import { changeFiles, keepFiles, readFiles } from '../platform/stored-files.ts';
import { bytesName, forgetUpload, removeBytes } from './forget-upload.ts';

/** An upload as this device remembers it, so that it goes on after the tab was closed or the phone restarted. */
export interface KeptUpload<Words> {
	file: File;
	/** What was typed about it. */
	words: Words;
	/** Where the media host takes its pieces; null until it has begun. */
	address: string | null;
	/** What the media host said once it had all of it. */
	uploaded: Uploaded | null;
	/** Makes saving it happen once. */
	key: string;
	/** Why it was refused for good, for its sender to see; null while it can go on. */
	refused: string | null;
}

/** What an earlier version kept says nothing of refusals and of its size. */
type Facts<Words> = Omit<KeptUpload<Words>, 'file' | 'refused'> & {
	refused?: string | null;
	size?: number;
	name: string;
	type: string;
};

/**
 * Keeps it under this name, one at a time. False where the browser keeps nothing, or where it was forgotten meanwhile: the upload then
 * lives as long as the page.
 */
export async function keepUpload<Words>(name: string, { file, ...rest }: KeptUpload<Words>): Promise<boolean> {
	// What the browser keeps goes when its disk is short, unless it was asked to spare it.
	void navigator.storage?.persist?.().catch(() => {});
	// An older file must not stand in for one that has no room.
	await forgetUpload(name);
	// First, so that whoever forgets it while its bytes are copied, such as a log-out, is noticed.
	const facts: Facts<Words> = { ...rest, name: file.name, type: file.type, size: file.size };
	await keepFiles(name, facts);
	const inFolder = await writeBytes(name, file);
	if (!inFolder) await keepFiles(bytesName(name), file);
	const kept = (await readUpload(name)) !== null;
	if (!kept) await forgetUpload(name);
	return kept;
}

/** Whether something is kept under this name, as far as that can be told without its bytes. */
export async function isUploadKept(name: string): Promise<boolean> {
	return Boolean(await readFiles(name));
}

export async function readUpload<Words>(name: string): Promise<KeptUpload<Words> | null> {
	const facts = (await readFiles(name)) as Facts<Words> | null | undefined;
	if (!facts) return null;
	const bytes = (await readBytes(name)) ?? (await readFiles(bytesName(name)));
	const { name: fileName, type, size, ...rest } = facts;
	// The bytes come after the facts, and may not have come.
	if (!(bytes instanceof Blob) || bytes.size === 0 || bytes.size !== (size ?? bytes.size)) return null;
	return { ...rest, refused: rest.refused ?? null, file: new File([bytes], fileName, { type }) };
}

/** Remembers how far it has come, or why it cannot; nothing where it is not kept. */
export async function changeUpload<Words>(
	name: string,
	change: Partial<Pick<KeptUpload<Words>, 'address' | 'uploaded' | 'refused'>>,
): Promise<void> {
	await changeFiles<Facts<Words>>(name, (facts) => ({ ...facts, ...change }));
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
