/** Names what an answer shows of an ad, for caches. */
export function adTag(id: number): string {
	return `ad:${id}`;
}

/** Names the lists of ads: which ones stand there, and in what order. */
export const adListsTag = 'ads';
