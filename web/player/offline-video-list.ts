import type { Rendition } from '../../contract/media.ts';
import { createStoredValue } from '../platform/stored-value.ts';

/** A saved video whose file is stored on this device. */
export interface OfflineVideo {
	/** Id of the video ad. */
	id: number;
	/** URL of the stored rendition. */
	url: string;
	bytes: number;
}

/** Name of the stored list and of the cache with the files. */
export const offlineVideosName = 'offline-videos';

/** Videos that are stored on this device, newest first. */
export const offlineVideos = createStoredValue(offlineVideosName, parseOfflineVideos);

/** Finds the stored file of a video by its renditions. */
export function findOfflineVideo(
	videos: readonly OfflineVideo[] | null,
	renditions: readonly Pick<Rendition, 'url'>[],
): OfflineVideo | undefined {
	return videos?.find((video) => renditions.some(({ url }) => url === video.url));
}

function parseOfflineVideos(value: unknown): OfflineVideo[] | null {
	return Array.isArray(value) ? value.filter(isOfflineVideo) : null;
}

function isOfflineVideo(value: Partial<OfflineVideo> | null): value is OfflineVideo {
	return typeof value?.id === 'number' && typeof value.url === 'string' && typeof value.bytes === 'number';
}
