import { NetworkError } from '../../contract/core/client.ts';
import * as importText from '../../text/web/import.ts';

/** Types of photos by their extension. */
const photoTypes: Record<string, string> = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	gif: 'image/gif',
	avif: 'image/avif',
};

export const isHeic = (name: string) => /\.hei[cf]$/i.test(name);

export interface Photo {
	/** File name without folders. */
	name: string;
	read: () => Promise<Blob>;
}

export interface Photos {
	/** Finds a photo by its file name, whatever its case and folder. */
	find: (name: string) => Photo | null;
	names: string[];
	/** Names of files that are no photos, and of photos that another folder also has. */
	ignored: string[];
	repeated: string[];
}

/** A chosen file with the files in it: those of a zip, else the file itself. */
export interface OpenedFile {
	file: File;
	entries: FileEntry[];
	/** Whether this browser can read the HEIC photos in it, as Safari can. */
	readsHeic: boolean;
}

interface FileEntry {
	path: string;
	read: () => Promise<Blob>;
}

/** Throws `ZipError`, or `NetworkError` if the code that reads zips does not load. It loads with the first zip. */
export async function openFile(file: File): Promise<OpenedFile> {
	const entries = isZip(file) ? await readZip(file) : [{ path: file.name, read: async () => file }];
	return { file, entries, readsHeic: await canReadHeic(entries) };
}

async function readZip(file: File): Promise<FileEntry[]> {
	const { openZip } = await import('./zip.ts').catch((error: unknown) => {
		throw new NetworkError(error);
	});
	return openZip(file);
}

async function canReadHeic(entries: readonly FileEntry[]): Promise<boolean> {
	const first = entries.find(({ path }) => isHeic(path));
	if (!first) return false;
	try {
		(await createImageBitmap(await first.read())).close();
		return true;
	} catch {
		return false;
	}
}

/** Lists the photos in all files. Throws like `openFile`. */
export async function openPhotos(files: readonly File[]): Promise<Photos> {
	return listPhotos(await Promise.all(files.map(openFile)));
}

export function listPhotos(opened: readonly OpenedFile[]): Photos {
	const found = new Map<string, Photo>();
	const ignored: string[] = [];
	const repeated: string[] = [];

	function add({ path, read }: FileEntry, readsHeic: boolean): void {
		const name = path.split(/[/\\]/).at(-1) ?? '';
		const type =
			photoTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? (readsHeic && isHeic(name) ? 'image/heic' : undefined);
		const key = toNameKey(name);
		if (!type) ignored.push(name);
		else if (found.has(key)) repeated.push(name);
		else found.set(key, { name, read: async () => new Blob([await read()], { type }) });
	}

	for (const { entries, readsHeic } of opened) for (const entry of entries) add(entry, readsHeic);
	return {
		find: (name) => found.get(toNameKey(name)) ?? null,
		names: [...found.values()].map(({ name }) => name),
		ignored,
		repeated,
	};
}

export function isZip({ name, type }: Pick<File, 'name' | 'type'>): boolean {
	return /\.zip$/i.test(name) || /zip/.test(type);
}

// Windows and Android show 'Photo.JPG' and 'photo.jpg' as the same name, and macOS stores accents as separate characters.
function toNameKey(name: string): string {
	return (name.split(/[/\\]/).at(-1) ?? '').trim().normalize('NFC').toLowerCase();
}

/** Splits the cell with an ad's photos. A cell that is the name of one photo may contain separators. */
export function splitPhotoNames(cell: string, photos: Photos): string[] {
	if (photos.find(cell)) return [cell.trim()];
	return cell
		.split(/[|;,\n]/)
		.map((name) => name.trim())
		.filter((name) => name !== '');
}

/** Returns why a name in the table gives no photo, or null. */
export function getPhotoRejection(name: string, photos: Photos): string | null {
	if (/^(https?:)?\/\//i.test(name) || name.startsWith('/')) return importText.photoIsAddress;
	return photos.find(name) ? null : importText.photoMissing(name);
}
