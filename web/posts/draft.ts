import { emptyPost, type PostFields } from './post-form.ts';

/** What was typed before on this device; empty where nothing was, or where it cannot be read. */
export function readDraft(key: string): PostFields {
	try {
		return parseDraft(localStorage.getItem(key));
	} catch {
		return emptyPost;
	}
}

/** Keeps what is typed; where the browser refuses to store it, only the draft is lost. */
export function writeDraft(key: string, { text, category }: PostFields) {
	try {
		if (text === '' && category === '') localStorage.removeItem(key);
		else localStorage.setItem(key, JSON.stringify({ text, category }));
	} catch {
		// Nothing depends on it.
	}
}

/** Takes whatever stands in the storage. */
export function parseDraft(stored: string | null): PostFields {
	try {
		const { text, category } = (JSON.parse(stored ?? 'null') ?? {}) as Partial<Record<keyof PostFields, unknown>>;
		return { text: typeof text === 'string' ? text : '', category: typeof category === 'string' ? category : '' };
	} catch {
		return emptyPost;
	}
}
