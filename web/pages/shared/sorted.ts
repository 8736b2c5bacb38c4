import { limits } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import * as shareTargetText from '../../../contract/text/share-target.ts';
import { refusePicture } from '../../media/picture-file.ts';
import { refuseVideo } from '../../media/video-file.ts';

interface Named {
	name: string;
	type: string;
	size: number;
}

export interface Sorted<File> {
	pictures: File[];
	/** The first one: an ad has one video. */
	video: File | null;
	/** Why others are not taken, each sentence once. */
	refusals: string[];
}

/** What of the shared files can become a picture or a video here. */
export function sorted<File extends Named>(files: readonly File[]): Sorted<File> {
	const refusals = new Set<string>();
	const pictures: File[] = [];
	const videos: File[] = [];
	for (const file of files) {
		const videoRefusal = refuseVideo(file, limits.selectedVideoBytes);
		if (refusePicture(file) === null) pictures.push(file);
		else if (videoRefusal === null) videos.push(file);
		else if (videoRefusal === messages.videoTooLarge && file.type.startsWith('video/')) refusals.add(videoRefusal);
		else refusals.add(shareTargetText.notUsable(file.name));
	}
	if (videos.length > 1) refusals.add(shareTargetText.oneVideo);
	return { pictures, video: videos[0] ?? null, refusals: [...refusals] };
}

/** What was typed before with what is shared below it, each once. */
export function withWords(typed: string, ...shared: readonly string[]): string {
	return shared.reduce((text, words) => (text.includes(words) ? text : `${text}\n${words}`.trim()), typed);
}
