import { readFromIndexedDb, removeFromIndexedDb, storeInIndexedDb } from '../../platform/indexed-db.ts';

/** Content that the user shared to the app from another app. */
export interface SharedContent {
	title: string;
	/** Shared text and URL. */
	text: string;
	files: File[];
	/** Time of sharing in milliseconds since 1970. */
	at: number;
}

const storageName = 'shared';

/** Milliseconds until shared content expires. */
const maxAge = 86_400_000;

const maxFiles = 20;

/** Stores the form that another app shares to the app's share target. */
export async function storeSharedContent(form: FormData, at: number): Promise<void> {
	const readField = (field: string) => {
		const value = form.get(field);
		return typeof value === 'string' ? value.trim() : '';
	};
	const [text, url] = [readField('text'), readField('url')];
	const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0) as File[];
	const shared: SharedContent = {
		title: readField('title'),
		// Most phones include the shared URL in the shared text, so it is not added twice.
		text: text.includes(url) ? text : `${text}\n${url}`.trim(),
		files: files.slice(0, maxFiles),
		at,
	};
	await storeInIndexedDb(storageName, shared);
}

/** Returns the shared content; null if there is none or it has expired. */
export async function readSharedContent(now: number): Promise<SharedContent | null> {
	const shared = (await readFromIndexedDb(storageName)) as SharedContent | null | undefined;
	return shared && now - shared.at < maxAge ? shared : null;
}

export function clearSharedContent(): Promise<void> {
	return removeFromIndexedDb(storageName);
}
