const prefix = (account: number) => `draft-lesson-${account}-`;

/** The name under which the device keeps the text of a module that an administrator has changed, but not saved. */
export function lessonDraftKey(account: number, courseId: string, module: number): string {
	return `${prefix(account)}${courseId}-${module}`;
}

/** What was typed before on this device; null where nothing was, or where it cannot be read. */
export function readLessonDraft(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/** Keeps what is typed; null forgets it. Where the browser refuses to store it, only the draft is lost. */
export function writeLessonDraft(key: string, text: string | null) {
	try {
		if (text === null) localStorage.removeItem(key);
		else localStorage.setItem(key, text);
	} catch {
		// Nothing depends on it.
	}
}

/** Forgets every text this account has begun on this device. */
export function clearLessonDrafts(account: number) {
	try {
		const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
		for (const key of keys) if (key?.startsWith(prefix(account))) localStorage.removeItem(key);
	} catch {
		// Where nothing can be removed, nothing was kept.
	}
}
