export function adCacheTag(id: number): string {
	return `ad:${id}`;
}

/** Cache tag of all lists of ads: their members and order. */
export const adListsCacheTag = 'ads';
