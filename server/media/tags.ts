export function mediaTag(publicId: string): string {
	return `media:${publicId}`;
}
