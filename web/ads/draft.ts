import { type AdFields, adFieldNames, emptyAd } from './ad-form.ts';

/** Reads a draft; returns empty fields if there is none or it is unreadable. */
export function readDraft(key: string): AdFields {
	try {
		return parseDraft(localStorage.getItem(key));
	} catch {
		return emptyAd;
	}
}

/** Stores a draft, or removes it if `fields` is null or empty. Never throws. */
export function writeDraft(key: string, fields: AdFields | null) {
	try {
		if (fields && adFieldNames.some((name) => fields[name] !== '')) localStorage.setItem(key, JSON.stringify(fields));
		else localStorage.removeItem(key);
	} catch {
		// If storage is full or blocked, only the draft is lost.
	}
}

/** Removes the draft of a posted ad unless it has changed since. */
export function clearPostedDraft(key: string, posted: AdFields) {
	const draft = readDraft(key);
	if (adFieldNames.every((name) => draft[name] === posted[name])) writeDraft(key, null);
}

/** Parses a stored draft. Fields that are missing or not text become empty. */
export function parseDraft(text: string | null): AdFields {
	try {
		const stored: unknown = JSON.parse(text ?? 'null');
		if (typeof stored !== 'object' || stored === null) return emptyAd;
		const entries = adFieldNames.map((name) => {
			const value = (stored as Partial<Record<keyof AdFields, unknown>>)[name];
			return [name, typeof value === 'string' ? value : ''];
		});
		return Object.fromEntries(entries);
	} catch {
		return emptyAd;
	}
}
