import { type AdFields, adFieldNames, emptyAd } from './ad-form.ts';

/** Reads an ad draft; returns empty fields if the draft is missing or unreadable. */
export function readDraft(key: string): AdFields {
	try {
		return parseDraft(localStorage.getItem(key));
	} catch {
		return emptyAd;
	}
}

/** Stores an ad draft, or removes it if `fields` is null or empty. Never throws. */
export function writeDraft(key: string, fields: AdFields | null) {
	try {
		if (fields && adFieldNames.some((name) => fields[name] !== '')) localStorage.setItem(key, JSON.stringify(fields));
		else localStorage.removeItem(key);
	} catch {
		// If storage is full or blocked, only the draft is lost.
	}
}

/** Removes the draft of a posted ad unless the draft has changed since posting. */
export function clearPostedDraft(key: string, posted: AdFields) {
	const draft = readDraft(key);
	if (adFieldNames.every((name) => draft[name] === posted[name])) writeDraft(key, null);
}

/** Parses a stored ad draft. A field that is missing or not text becomes empty. */
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
