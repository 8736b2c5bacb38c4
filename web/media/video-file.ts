import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';

/** Extensions of video files. They decide if the type is empty, as on some systems. */
const videoExtensions = /\.(mp4|m4v|mov|qt|avi|3gp|3g2)$/i;

interface VideoFile {
	name: string;
	type: string;
	size: number;
}

/**
 * Returns why a file cannot be used as a video, in the specification's words, or null. `maxBytes` may exceed the upload limit for a video
 * that will be shrunk.
 */
export function getVideoRejection(
	{ name, type, size }: VideoFile,
	maxBytes: number = mediaLimits.videoBytes,
): string | null {
	if (size > maxBytes) return messages.videoTooLarge;
	const isVideo = type === '' ? videoExtensions.test(name) : type.toLowerCase().startsWith('video/');
	return isVideo && size > 0 ? null : messages.videoNotVideo;
}
