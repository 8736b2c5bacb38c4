import type { SearchKind } from '../../contract/feed/feed.ts';

export function searchPath(words: string, kind?: SearchKind): string {
	return `/search?${new URLSearchParams({ q: words, ...(kind && { kind }) })}`;
}
