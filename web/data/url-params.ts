// Control and bidirectional characters are removed from search terms: they are invisible, so nobody types them on purpose.
const invisibleCharacters = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Reads a search term from a URL parameter, at most `maxLength` UTF-16 units. Returns '' if the parameter is missing. */
export function readTextParam(params: URLSearchParams, name: string, maxLength: number): string {
	return (params.get(name) ?? '').replace(invisibleCharacters, '').trim().slice(0, maxLength).toWellFormed().trim();
}

/** Builds a query string with its question mark, or '' without parameters. */
export function toSearchString(query: Record<string, string>): string {
	const params = new URLSearchParams(query);
	return params.size > 0 ? `?${params}` : '';
}
