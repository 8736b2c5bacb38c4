import { limits } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';

/** Extensions of videos whose type some systems leave empty. */
const videoExtensions = /\.(mp4|m4v|mov|qt|avi|3gp|3g2)$/i;

interface VideoFile {
	name: string;
	type: string;
	size: number;
}

/**
 * Why a file cannot be used as a video, in the specification's words; null if it can. `maxBytes` may exceed the
 * upload limit if the video is shrunk first.
 */
export function getVideoRejection(
	{ name, type, size }: VideoFile,
	maxBytes: number = limits.videoBytes,
): string | null {
	if (size > maxBytes) return messages.videoTooLarge;
	const isVideo = type === '' ? videoExtensions.test(name) : type.toLowerCase().startsWith('video/');
	return isVideo && size > 0 ? null : messages.videoNotVideo;
}
