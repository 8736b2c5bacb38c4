import { forgetFiles, keepFiles, readFiles } from '../stored-files.ts';

/** What somebody has shared with the app from elsewhere on the phone. */
export interface Shared {
	title: string;
	/** Its words and its address. */
	text: string;
	files: File[];
	/** Milliseconds since 1970. */
	at: number;
}

const name = 'shared';

/** Milliseconds it waits for a decision. */
const life = 86_400_000;

/** Files taken at once. */
const mostFiles = 20;

/** Keeps what came in the form that the manifest describes, until it is taken. */
export async function keepShared(form: FormData, at: number): Promise<void> {
	const said = (field: string) => {
		const value = form.get(field);
		return typeof value === 'string' ? value.trim() : '';
	};
	const [text, url] = [said('text'), said('url')];
	const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0) as File[];
	const shared: Shared = {
		title: said('title'),
		// Most phones put the address into the words.
		text: text.includes(url) ? text : `${text}\n${url}`.trim(),
		files: files.slice(0, mostFiles),
		at,
	};
	await keepFiles(name, shared);
}

/** What waits to be taken; null where nothing does. */
export async function readShared(now: number): Promise<Shared | null> {
	const shared = (await readFiles(name)) as Shared | null | undefined;
	return shared && now - shared.at < life ? shared : null;
}

export function forgetShared(): Promise<void> {
	return forgetFiles(name);
}
