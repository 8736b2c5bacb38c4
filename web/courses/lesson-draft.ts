const prefix = (account: number) => `draft-lesson-${account}-`;

/** Returns the storage key of an administrator's unsaved text of a course module. */
export function getLessonDraftKey(account: number, courseId: string, module: number): string {
	return `${prefix(account)}${courseId}-${module}`;
}

/** Reads a lesson draft; null if the draft is missing or unreadable. */
export function readLessonDraft(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/** Stores a lesson draft; null removes it. Never throws. */
export function writeLessonDraft(key: string, text: string | null) {
	try {
		if (text === null) localStorage.removeItem(key);
		else localStorage.setItem(key, text);
	} catch {
		// If storage is full or blocked, only the draft is lost.
	}
}

export function clearLessonDrafts(account: number) {
	try {
		const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
		for (const key of keys) if (key?.startsWith(prefix(account))) localStorage.removeItem(key);
	} catch {
		// If storage is blocked, it contains no drafts.
	}
}
