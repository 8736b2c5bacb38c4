import { type AdFields, adFieldNames, emptyAd } from './ad-form.ts';

/** Reads an ad draft; returns `fallback` if the draft is missing or unreadable. */
export function readDraft(key: string, fallback = emptyAd): AdFields {
	try {
		return parseDraft(localStorage.getItem(key)) ?? fallback;
	} catch {
		return fallback;
	}
}

/** Fields that a new ad takes from the account. */
const filledIn: readonly string[] = ['state', 'lga', 'place', 'whatsapp', 'call_number'] satisfies (keyof AdFields)[];

/** Returns whether a form has more than its location and contact, which are filled in. */
export function hasInput(fields: AdFields): boolean {
	return adFieldNames.some((name) => fields[name] !== '' && !filledIn.includes(name));
}

/** Stores an ad draft, or removes it if `fields` is null or empty. Never throws. */
export function writeDraft(key: string, fields: AdFields | null) {
	try {
		if (fields && hasInput(fields)) localStorage.setItem(key, JSON.stringify(fields));
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

/** Parses a stored ad draft; null if it is missing or unreadable. A field that is missing or not text becomes empty. */
export function parseDraft(text: string | null): AdFields | null {
	try {
		const stored: unknown = JSON.parse(text ?? 'null');
		if (typeof stored !== 'object' || stored === null) return null;
		const entries = adFieldNames.map((name) => {
			const value = (stored as Partial<Record<keyof AdFields, unknown>>)[name];
			return [name, typeof value === 'string' ? value : ''];
		});
		return Object.fromEntries(entries);
	} catch {
		return null;
	}
}
