// What nobody sees is nothing to look for.
const invisibleCharacters = /[\p{Cc}\p{Bidi_Control}]/gu;

/** What is looked for by a parameter of an address, at most so many letters. */
export function readTextParam(params: URLSearchParams, name: string, maxLength: number): string {
	return (params.get(name) ?? '').replace(invisibleCharacters, '').trim().slice(0, maxLength).toWellFormed().trim();
}

/** What stands behind a path, with its question mark; empty where nothing is set. */
export function toSearchString(query: Record<string, string>): string {
	const params = new URLSearchParams(query);
	return params.size > 0 ? `?${params}` : '';
}
