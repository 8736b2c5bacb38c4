import type { Picture, Rendition, Video } from '../../contract/media/media.ts';
import type { MediaRow, StoredCaptions, StoredFragmented, StoredMediaFile, StoredPicture } from './tables.ts';

export type BuildFileUrl = (publicId: string, name: string) => string;

export const buildPublicFileUrl: BuildFileUrl = (publicId, name) => `/media/${publicId}/${name}`;

export const captionsExtension = '.vtt';

/** Returns the media type of a stored file. Pictures are WebP, videos MP4, playlists HLS and captions WebVTT. */
export function toMediaType(name: string): string {
	if (name.endsWith(captionsExtension)) return 'text/vtt; charset=utf-8';
	if (name.endsWith('.m3u8')) return 'application/vnd.apple.mpegurl';
	return name.endsWith('.mp4') ? 'video/mp4' : 'image/webp';
}

function presentRendition(publicId: string, file: StoredMediaFile, toUrl: BuildFileUrl): Rendition {
	// `name` of a file on an external host is its full URL.
	const url = /^https?:/.test(file.name) ? file.name : toUrl(publicId, file.name);
	return { url, width: file.width, height: file.height, bytes: file.bytes };
}

/** Returns the sizes of a picture or of a video's poster. Returns null until the poster exists. */
export function presentPicture(media: MediaRow, toUrl = buildPublicFileUrl): Picture | null {
	if (media.picture === null) return null;
	const stored = JSON.parse(media.picture) as StoredPicture;
	const sizes = stored.sizes.map((size) => presentRendition(media.public_id, size, toUrl));
	const largest = sizes.at(-1);
	if (!largest) return null;
	return { url: largest.url, width: largest.width, height: largest.height, placeholder: stored.placeholder, sizes };
}

/** Presents a video with its renditions. Returns null until the video is playable. */
export function presentVideo(media: MediaRow, toUrl = buildPublicFileUrl): Video | null {
	if (media.renditions === null) return null;
	// A playlist names its files without a signature, so only public videos have fragmented files.
	const fragmented = toUrl === buildPublicFileUrl ? parseFragmented(media.fragmented) : null;
	const captions = presentCaptions(media, toUrl);
	// The last playlist lists the others.
	const master = fragmented?.playlists.at(-1);
	return {
		duration_ms: media.duration_ms ?? 0,
		poster: presentPicture(media, toUrl),
		renditions: (JSON.parse(media.renditions) as StoredMediaFile[]).map((file) => {
			const copy = fragmented?.copies.find(({ rendition }) => rendition === file.name);
			return {
				...presentRendition(media.public_id, file, toUrl),
				fragmented: copy
					? { url: toUrl(media.public_id, copy.name), bytes: copy.bytes, head: copy.head, codecs: copy.codecs }
					: null,
			};
		}),
		hls: master ? toUrl(media.public_id, master.name) : null,
		...(captions !== null && { captions }),
	};
}

export function presentCaptions({ public_id, captions }: MediaRow, toUrl: BuildFileUrl): string | null {
	const stored = parseCaptionsColumn(captions);
	return stored && toUrl(public_id, stored.name);
}

export function parseCaptionsColumn(text: string | null): StoredCaptions | null {
	return text === null ? null : (JSON.parse(text) as StoredCaptions);
}

export function parseFragmented(text: string | null): StoredFragmented | null {
	return text === null ? null : (JSON.parse(text) as StoredFragmented);
}
