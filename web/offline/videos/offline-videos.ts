import type { QueryClient } from '@tanstack/react-query';
import type { AdCard, VideoAd } from '../../../contract/ads/ads.ts';
import type { Client } from '../../../contract/core/client.ts';
import { slugify } from '../../../contract/core/slug.ts';
import type { Rendition } from '../../../contract/media/media.ts';
import { videoQuery } from '../../ads/queries.ts';
import { buildPersistMeta } from '../../platform/persisted-queries.ts';
import { createStoredValue } from '../../platform/stored-value.ts';
import { deleteVideoFile } from '../../player/offline-video-files.ts';
import { deleteAllVideos, offlineVideos } from '../../player/offline-video-list.ts';
import { rankRenditions } from '../../player/sources.ts';
import { parseIds, storedLists } from '../../saved-items/lists.ts';
import { cachePictures, cacheRouteCode, isOwnMedia } from '../offline-cache.ts';

/** Whether the user wants saved videos to be downloaded ahead on Wi-Fi. Null until the user has chosen. */
export const downloadAheadChoice = createStoredValue('offline-videos-ahead', (value) =>
	typeof value === 'boolean' ? value : null,
);

/** Ids of saved videos that the user removed from this device, or whose download the user cancelled. They are not downloaded ahead. */
export const removedIds = createStoredValue('offline-videos-removed', parseIds);

/** Removes the files of videos from this device. */
export async function removeOfflineVideos(ids: readonly number[]): Promise<void> {
	const videos = offlineVideos.get() ?? [];
	const removed = videos.filter(({ id }) => ids.includes(id));
	if (removed.length === 0) return;
	offlineVideos.set(videos.filter((video) => !removed.includes(video)));
	for (const { url } of removed) await deleteVideoFile(url);
}

/** Removes the files of videos that are no longer saved. */
export async function removeUnsavedVideos(): Promise<void> {
	const saved = storedLists.wishlist.get() ?? [];
	removedIds.set((removedIds.get() ?? []).filter((id) => saved.includes(id)));
	await removeOfflineVideos((offlineVideos.get() ?? []).map(({ id }) => id).filter((id) => !saved.includes(id)));
}

/** Removes the files of videos that are not among the ads that the server returned for `ids`, because they were deleted or hidden. */
export async function removeMissing(ids: readonly number[], found: readonly { id: number }[]): Promise<void> {
	await removeOfflineVideos(ids.filter((id) => !found.some((ad) => ad.id === id)));
}

/** Removes videos on the user's request. They are not downloaded ahead again. */
export async function dismissOfflineVideos(ids: readonly number[]): Promise<void> {
	removedIds.set([...new Set([...ids, ...(removedIds.get() ?? [])])]);
	await removeOfflineVideos(ids);
}

/** Removes everything from this device that an account stored with its saved videos. */
export async function clearOfflineVideos(): Promise<void> {
	removedIds.remove();
	await deleteAllVideos();
}

/** Returns whether everyone can play a video ad, so that its file has a lasting URL. */
export function isPublicVideo({ state }: Pick<AdCard, 'state'>): boolean {
	return state === 'ready' || state === 'sold';
}

/** Returns whether the video of an ad can be stored. Its cover is on the same media host. */
export function isStorableVideo(ad: Pick<AdCard, 'state' | 'cover'>): boolean {
	return isPublicVideo(ad) && (ad.cover === null || isOwnMedia(ad.cover.url));
}

export function sumBytes(videos: readonly { bytes: number }[]): number {
	return videos.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Chooses the rendition that is stored: the one that plays while the user saves data, which is the smallest file. Skips those of an external
 * media host.
 */
export function chooseOfflineRendition<Shape extends Rendition>(renditions: readonly Shape[]): Shape | undefined {
	const own = renditions.filter(({ url }) => isOwnMedia(url));
	return rankRenditions(own, { width: 0, height: 0, pixelRatio: 1, saveData: true })[0];
}

export interface OfflineVideoDeps {
	api: Client;
	queryClient: QueryClient;
	/** Id of the account that the data of the video page is persisted for; null for a visitor. */
	account: number | null;
}

/** Persists the data, code and small pictures of a video's page for offline use. Resolves to the renditions of the video. */
export async function persistVideoPage(
	{ api, queryClient, account }: OfflineVideoDeps,
	{ id, title }: { id: number; title: string },
): Promise<readonly Rendition[]> {
	const ad = await queryClient.fetchQuery({
		...videoQuery(api, { id: String(id), description: slugify(title) }),
		meta: buildPersistMeta(account, 'video'),
		staleTime: 0,
	});
	await cacheRouteCode(['pages/video/page']);
	// A missing picture does not keep a video from being stored.
	await cachePictures(listSmallPictures(ad)).catch(() => {});
	return ad.video?.renditions ?? [];
}

function listSmallPictures({ user_image, video, products = [] }: VideoAd): string[] {
	const pictures = [video?.poster, ...products.map(({ cover }) => cover)];
	return [user_image, ...pictures.map((picture) => picture?.sizes[0]?.url)].filter((url) => url !== undefined);
}
