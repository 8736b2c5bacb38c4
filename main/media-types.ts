import { extname } from 'node:path';

const mediaTypes: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4', '.jpg': 'image/jpeg' };

/** Returns the media type of a stored file by the extension of its key. */
export function getMediaType(key: string): string {
	return mediaTypes[extname(key)] ?? 'application/octet-stream';
}
