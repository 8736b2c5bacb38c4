// What nobody sees is nothing to look for.
const invisible = /[\p{Cc}\p{Bidi_Control}]/gu;

/** What is looked for by a parameter of an address, at most so many letters. */
export function textIn(params: URLSearchParams, name: string, most: number): string {
	return (params.get(name) ?? '').replace(invisible, '').trim().slice(0, most).toWellFormed().trim();
}

/** What stands behind a path, with its question mark; empty where nothing is set. */
export function searchOf(query: Record<string, string>): string {
	const params = new URLSearchParams(query);
	return params.size > 0 ? `?${params}` : '';
}
