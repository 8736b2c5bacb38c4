import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import * as shareTargetText from '../../text/web/share-target.ts';
import { getPictureRejection } from '../media/picture-file.ts';
import { getVideoRejection } from '../media/video-file.ts';

interface FileInfo {
	name: string;
	type: string;
	size: number;
}

export interface GroupedSharedFiles<File> {
	pictures: File[];
	/** First shared video, because an ad has one video. */
	video: File | null;
	/** Messages why other files are rejected, without duplicates. */
	rejections: string[];
}

export function groupSharedFiles<File extends FileInfo>(files: readonly File[]): GroupedSharedFiles<File> {
	const rejections = new Set<string>();
	const pictures: File[] = [];
	const videos: File[] = [];
	for (const file of files) {
		const videoRejection = getVideoRejection(file, limits.selectedVideoBytes);
		if (getPictureRejection(file) === null) pictures.push(file);
		else if (videoRejection === null) videos.push(file);
		else if (videoRejection === messages.videoTooLarge && file.type.startsWith('video/'))
			rejections.add(videoRejection);
		else rejections.add(shareTargetText.notUsable(file.name));
	}
	if (videos.length > 1) rejections.add(shareTargetText.oneVideo);
	return { pictures, video: videos[0] ?? null, rejections: [...rejections] };
}

/** Appends shared texts below the typed text. Skips texts that it already contains. */
export function appendSharedText(typed: string, ...shared: readonly string[]): string {
	return shared.reduce((text, words) => (text.includes(words) ? text : `${text}\n${words}`.trim()), typed);
}
