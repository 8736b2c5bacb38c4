import { emptyPost, type PostFields } from './post-form.ts';

/** Reads a post draft; returns empty fields if the draft is missing or unreadable. */
export function readDraft(key: string): PostFields {
	try {
		return parseDraft(localStorage.getItem(key));
	} catch {
		return emptyPost;
	}
}

/** Stores a post draft, or removes it if text and category are empty. Never throws. */
export function writeDraft(key: string, { text, category }: PostFields) {
	try {
		if (text === '' && category === '') localStorage.removeItem(key);
		else localStorage.setItem(key, JSON.stringify({ text, category }));
	} catch {
		// If storage is full or blocked, only the draft is lost.
	}
}

/** Parses a stored post draft. A field that is missing or not text becomes empty. */
export function parseDraft(stored: string | null): PostFields {
	try {
		const { text, category } = (JSON.parse(stored ?? 'null') ?? {}) as Partial<Record<keyof PostFields, unknown>>;
		return { text: typeof text === 'string' ? text : '', category: typeof category === 'string' ? category : '' };
	} catch {
		return emptyPost;
	}
}
