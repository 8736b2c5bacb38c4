import { type AdFields, adFieldNames, emptyAd } from './ad-form.ts';

/** What was typed before on this device; empty fields where nothing was, or where it cannot be read. */
export function readDraft(key: string): AdFields {
	try {
		return parseDraft(localStorage.getItem(key));
	} catch {
		return emptyAd;
	}
}

/** Keeps what is typed; where the browser refuses to store it, only the draft is lost. */
export function writeDraft(key: string, fields: AdFields | null) {
	try {
		if (fields && adFieldNames.some((name) => fields[name] !== '')) localStorage.setItem(key, JSON.stringify(fields));
		else localStorage.removeItem(key);
	} catch {
		// Nothing depends on it.
	}
}

/** Forgets the draft of what has been posted; what was typed since then stays. */
export function clearPostedDraft(key: string, posted: AdFields) {
	const typed = readDraft(key);
	if (adFieldNames.every((name) => typed[name] === posted[name])) writeDraft(key, null);
}

/** Takes whatever stands in the storage: known fields with text in them, the others empty. */
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
