import { limits } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';

/** Endings of videos whose type some systems do not know and leave empty. */
const videoExtensions = /\.(mp4|m4v|mov|qt|avi|3gp|3g2)$/i;

interface VideoFile {
	name: string;
	type: string;
	size: number;
}

/**
 * Why a file cannot be sent as a video, in the specification's words; null where it can. Sizes in bytes; `most` is larger than what is
 * sent where the video is made smaller first.
 */
export function getVideoRejection(
	{ name, type, size }: VideoFile,
	maxBytes: number = limits.videoBytes,
): string | null {
	if (size > maxBytes) return messages.videoTooLarge;
	const isVideo = type === '' ? videoExtensions.test(name) : type.toLowerCase().startsWith('video/');
	return isVideo && size > 0 ? null : messages.videoNotVideo;
}
