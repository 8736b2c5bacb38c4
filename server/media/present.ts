import type { Picture, Rendition, Video } from '../../contract/media.ts';
import type { MediaRow, StoredFile, StoredPicture } from './tables.ts';

/** Where a file of ours is served; another host's file has its address for a name. */
export function addressOf(publicId: string, name: string): string {
	return /^https?:/.test(name) ? name : `/media/${publicId}/${name}`;
}

function presentFile(publicId: string, file: StoredFile): Rendition {
	return { url: addressOf(publicId, file.name), width: file.width, height: file.height, bytes: file.bytes };
}

/** The picture in its sizes, or a video's poster; null until there is one. */
export function presentPicture(media: MediaRow): Picture | null {
	if (media.picture === null) return null;
	const stored = JSON.parse(media.picture) as StoredPicture;
	const sizes = stored.sizes.map((size) => presentFile(media.public_id, size));
	const largest = sizes.at(-1);
	if (!largest) return null;
	return { url: largest.url, width: largest.width, height: largest.height, placeholder: stored.placeholder, sizes };
}

/** The video in its sizes; null until it can be played. */
export function presentVideo(media: MediaRow): Video | null {
	if (media.renditions === null) return null;
	const renditions = (JSON.parse(media.renditions) as StoredFile[]).map((file) => presentFile(media.public_id, file));
	return { duration_ms: media.duration_ms ?? 0, poster: presentPicture(media), renditions };
}
