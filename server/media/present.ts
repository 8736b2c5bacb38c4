import type { Picture, Rendition, Video } from '../../contract/media.ts';
import type { MediaRow, StoredFile, StoredPicture } from './tables.ts';

/** Where a file of ours is served. */
export type ToUrl = (publicId: string, name: string) => string;

/** Where everyone fetches a public file. */
export const toPublicUrl: ToUrl = (publicId, name) => `/media/${publicId}/${name}`;

function presentRendition(publicId: string, file: StoredFile, toUrl: ToUrl): Rendition {
	// Another host's file has its address for a name.
	const url = /^https?:/.test(file.name) ? file.name : toUrl(publicId, file.name);
	return { url, width: file.width, height: file.height, bytes: file.bytes };
}

/** The picture in its sizes, or a video's poster; null until there is one. */
export function presentPicture(media: MediaRow, toUrl = toPublicUrl): Picture | null {
	if (media.picture === null) return null;
	const stored = JSON.parse(media.picture) as StoredPicture;
	const sizes = stored.sizes.map((size) => presentRendition(media.public_id, size, toUrl));
	const largest = sizes.at(-1);
	if (!largest) return null;
	return { url: largest.url, width: largest.width, height: largest.height, placeholder: stored.placeholder, sizes };
}

/** The video in its sizes; null until it can be played. */
export function presentVideo(media: MediaRow, toUrl = toPublicUrl): Video | null {
	if (media.renditions === null) return null;
	const renditions = (JSON.parse(media.renditions) as StoredFile[]).map((file) =>
		presentRendition(media.public_id, file, toUrl),
	);
	return { duration_ms: media.duration_ms ?? 0, poster: presentPicture(media, toUrl), renditions };
}
