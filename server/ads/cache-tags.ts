export function adCacheTag(id: number): string {
	return `ad:${id}`;
}

/** Cache tag of every list of ads. A change of an ad in a list or of the order invalidates the tag. */
export const adListsCacheTag = 'ads';
