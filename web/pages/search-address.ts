/** Address of a search. */
export function searchAddress(words: string): string {
	return `/search?${new URLSearchParams({ q: words })}`;
}
