import { readFiles, removeFiles, storeFiles } from '../stored-files.ts';

/** What somebody has shared with the app from elsewhere on the phone. */
export interface SharedContent {
	title: string;
	/** Its words and its address. */
	text: string;
	files: File[];
	/** Milliseconds since 1970. */
	at: number;
}

const storageName = 'shared';

/** Milliseconds it waits for a decision. */
const maxAge = 86_400_000;

/** Files taken at once. */
const maxFiles = 20;

/** Keeps what came in the form that the manifest describes, until it is taken. */
export async function storeSharedContent(form: FormData, at: number): Promise<void> {
	const readField = (field: string) => {
		const value = form.get(field);
		return typeof value === 'string' ? value.trim() : '';
	};
	const [text, url] = [readField('text'), readField('url')];
	const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0) as File[];
	const shared: SharedContent = {
		title: readField('title'),
		// Most phones put the address into the words.
		text: text.includes(url) ? text : `${text}\n${url}`.trim(),
		files: files.slice(0, maxFiles),
		at,
	};
	await storeFiles(storageName, shared);
}

/** What waits to be taken; null where nothing does. */
export async function readSharedContent(now: number): Promise<SharedContent | null> {
	const shared = (await readFiles(storageName)) as SharedContent | null | undefined;
	return shared && now - shared.at < maxAge ? shared : null;
}

export function clearSharedContent(): Promise<void> {
	return removeFiles(storageName);
}
