import type { SearchKind } from '../../contract/feed.ts';

/** Path of a search, for everything or for one kind. */
export function searchPath(words: string, kind?: SearchKind): string {
	return `/search?${new URLSearchParams({ q: words, ...(kind && { kind }) })}`;
}
