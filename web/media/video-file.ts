import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';

/** Endings of videos whose type some systems do not know and leave empty. */
const knownEndings = /\.(mp4|m4v|mov|qt|avi|3gp|3g2)$/i;

/** Why a file cannot be sent as a video, in the specification's words; null where it can. Sizes in bytes. */
export function refuseVideo({ name, type, size }: { name: string; type: string; size: number }): string | null {
	if (size > limits.videoBytes) return messages.videoTooLarge;
	const isVideo = type === '' ? knownEndings.test(name) : type.toLowerCase().startsWith('video/');
	return isVideo && size > 0 ? null : messages.videoNotVideo;
}
