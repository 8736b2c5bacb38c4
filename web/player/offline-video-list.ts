import type { Rendition } from '../../contract/media/media.ts';
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

/** Returns whether this browser can store videos. It cannot on a page that was loaded over plain HTTP. */
export function canStoreVideos(): boolean {
	return 'caches' in globalThis;
}

/** Resolves to whether this browser may have files of videos, also of videos that are not listed. */
export async function hasVideoFiles(): Promise<boolean> {
	return canStoreVideos() && caches.has(offlineVideosName);
}

/** Removes all stored videos from this device. */
export async function deleteAllVideos(): Promise<void> {
	offlineVideos.remove();
	if (canStoreVideos()) await caches.delete(offlineVideosName);
}

function parseOfflineVideos(value: unknown): OfflineVideo[] | null {
	return Array.isArray(value) ? value.filter(isOfflineVideo) : null;
}

function isOfflineVideo(value: Partial<OfflineVideo> | null): value is OfflineVideo {
	return typeof value?.id === 'number' && typeof value.url === 'string' && typeof value.bytes === 'number';
}
