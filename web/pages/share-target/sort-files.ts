import { limits } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import * as shareTargetText from '../../../contract/text/share-target.ts';
import { getPictureRejection } from '../../media/picture-file.ts';
import { getVideoRejection } from '../../media/video-file.ts';

interface FileInfo {
	name: string;
	type: string;
	size: number;
}

export interface SortedFiles<File> {
	pictures: File[];
	/** The first one: an ad has one video. */
	video: File | null;
	/** Why others are not taken, each sentence once. */
	rejections: string[];
}

/** What of the shared files can become a picture or a video here. */
export function sortFiles<File extends FileInfo>(files: readonly File[]): SortedFiles<File> {
	const refusals = new Set<string>();
	const pictures: File[] = [];
	const videos: File[] = [];
	for (const file of files) {
		const videoRefusal = getVideoRejection(file, limits.selectedVideoBytes);
		if (getPictureRejection(file) === null) pictures.push(file);
		else if (videoRefusal === null) videos.push(file);
		else if (videoRefusal === messages.videoTooLarge && file.type.startsWith('video/')) refusals.add(videoRefusal);
		else refusals.add(shareTargetText.notUsable(file.name));
	}
	if (videos.length > 1) refusals.add(shareTargetText.oneVideo);
	return { pictures, video: videos[0] ?? null, rejections: [...refusals] };
}

/** What was typed before with what is shared below it, each once. */
export function appendText(typed: string, ...shared: readonly string[]): string {
	return shared.reduce((text, words) => (text.includes(words) ? text : `${text}\n${words}`.trim()), typed);
}
