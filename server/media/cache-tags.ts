export function mediaCacheTag(publicId: string): string {
	return `media:${publicId}`;
}
