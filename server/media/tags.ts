/** Names what an answer shows of a file, for caches. */
export function mediaTag(publicId: string): string {
	return `media:${publicId}`;
}
