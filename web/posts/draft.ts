import { emptyPost, type PostFields } from './post-form.ts';

/** Reads a draft; returns empty fields if there is none or it is unreadable. */
export function readDraft(key: string): PostFields {
	try {
		return parseDraft(localStorage.getItem(key));
	} catch {
		return emptyPost;
	}
}

/** Stores a draft, or removes it if it is empty. Never throws. */
export function writeDraft(key: string, { text, category }: PostFields) {
	try {
		if (text === '' && category === '') localStorage.removeItem(key);
		else localStorage.setItem(key, JSON.stringify({ text, category }));
	} catch {
		// If storage is full or blocked, only the draft is lost.
	}
}

/** Parses a stored draft. Fields that are missing or not text become empty. */
export function parseDraft(stored: string | null): PostFields {
	try {
		const { text, category } = (JSON.parse(stored ?? 'null') ?? {}) as Partial<Record<keyof PostFields, unknown>>;
		return { text: typeof text === 'string' ? text : '', category: typeof category === 'string' ? category : '' };
	} catch {
		return emptyPost;
	}
}
