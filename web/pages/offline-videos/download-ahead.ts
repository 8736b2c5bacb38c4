import { hashKey } from '@tanstack/react-query';
import type { AdCard } from '../../../contract/ads.ts';
import { limits } from '../../../contract/limits.ts';
import { videoQuery } from '../../ads/queries.ts';
import { isMetered } from '../../platform/connection.ts';
import { isDataSaverOn, subscribeToDataSaver } from '../../platform/data-saver.ts';
import { withLock } from '../../platform/locks.ts';
import { readPersistedQueries } from '../../platform/persisted-queries.ts';
import { deleteVideoFile, listVideoFiles } from '../../player/offline-video-files.ts';
import { type OfflineVideo, offlineVideos } from '../../player/offline-video-list.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { downloadLock, offlineVideoDownloads } from './downloads.ts';
import {
	chooseOfflineRendition,
	downloadAheadChoice,
	isPublicVideo,
	type OfflineVideoDeps,
	persistVideoPage,
	removedIds,
	removeMissing,
	removeOfflineVideos,
	sumBytes,
} from './offline-videos.ts';

/** Name of the lock for updates, so that one tab at a time updates the stored videos. */
const updateLock = 'offline-videos-update';

/** Milliseconds after which the data of a stored video's page is loaded again. Persisted data is deleted after 30 days. */
const pageMaxAge = 7 * 86_400_000;

/** Returns whether saved videos may be downloaded without a tap: the user chose it, saves no data, and is known to be on Wi-Fi. */
export function canDownloadAhead(): boolean {
	return downloadAheadChoice.get() === true && !isDataSaverOn() && isMetered() === false;
}

/** Returns whether a saved video is to be downloaded ahead: it can be played, fits, and the user has not removed it. */
export function isWantedAhead(
	ad: Pick<AdCard, 'id' | 'video' | 'state'>,
	stored: readonly OfflineVideo[],
	removed: readonly number[],
): boolean {
	const { id, video } = ad;
	if (!video || !isPublicVideo(ad) || removed.includes(id)) return false;
	return sumBytes(stored) + video.bytes <= limits.offlineVideoBytes && !stored.some((other) => other.id === id);
}

/** Updates the stored videos now, and when downloads become possible, until `signal` aborts. */
export function startOfflineVideoUpdates(deps: OfflineVideoDeps, signal: AbortSignal): void {
	if (signal.aborted) return;
	const update = () => {
		// Without a network or space, the stored videos stay as they are.
		withLock(updateLock, () => updateOfflineVideos(deps), signal).catch(() => {});
	};
	let wasPossible = canDownloadAhead();
	function onChange() {
		const isPossible = canDownloadAhead();
		if (isPossible && !wasPossible) update();
		wasPossible = isPossible;
	}
	const stops = [downloadAheadChoice.subscribe(onChange), subscribeToDataSaver(onChange)];
	signal.addEventListener('abort', () => {
		for (const stop of stops) stop();
	});
	update();
}

/** Removes stored videos that are no longer saved or available, and downloads saved videos ahead, newest first. */
export async function updateOfflineVideos(deps: OfflineVideoDeps): Promise<void> {
	if (!offlineVideos.get() && !canDownloadAhead()) return;
	const saved = storedLists.wishlist.get() ?? [];
	await removeUnsaved(saved);
	const persisted = [...(await readPersistedQueries(deps.account)).values()];
	const fresh = new Set(persisted.filter(({ at }) => Date.now() - at < pageMaxAge).map(({ key }) => hashKey(key)));
	for (let start = 0; start < saved.length; start += limits.idsPerRequest) {
		const ids = saved.slice(start, start + limits.idsPerRequest).filter((id) => findStored(id) || canDownloadAhead());
		if (ids.length === 0) continue;
		const { items } = await deps.api.listAdsById({ query: { ids: ids.join(',') } });
		await removeMissing(ids, items);
		for (const ad of items) {
			const stored = findStored(ad.id);
			const isFresh = fresh.has(hashKey(videoQuery(deps.api, { id: String(ad.id) }).queryKey));
			if (stored) {
				if (!isFresh || ad.video?.bytes !== stored.bytes) await updateStored(deps, ad, stored);
			} else if (isWanted(ad) && !(await downloadAhead(deps, ad))) return;
		}
	}
}

function findStored(id: number): OfflineVideo | undefined {
	return offlineVideos.get()?.find((video) => video.id === id);
}

function isWanted(ad: AdCard): boolean {
	if (!canDownloadAhead() || offlineVideoDownloads.get(ad.id) || !storedLists.wishlist.get()?.includes(ad.id))
		return false;
	return isWantedAhead(ad, offlineVideos.get() ?? [], removedIds.get() ?? []);
}

/**
 * Makes the list and the files agree. Removes videos that are no longer saved or whose file the browser has deleted, and files that are not
 * listed because a tab was closed during a download.
 */
async function removeUnsaved(saved: readonly number[]): Promise<void> {
	await withLock(downloadLock, async () => {
		const files = new Set(await listVideoFiles());
		const toFile = ({ url }: OfflineVideo) => new URL(url, location.origin).href;
		const videos = (offlineVideos.get() ?? []).filter((video) => saved.includes(video.id) && files.has(toFile(video)));
		offlineVideos.set(videos);
		removedIds.set((removedIds.get() ?? []).filter((id) => saved.includes(id)));
		for (const video of videos) files.delete(toFile(video));
		for (const url of files) await deleteVideoFile(url);
	});
}

/** Loads the page of a stored video again. Removes the file if the video has other files since. */
async function updateStored(deps: OfflineVideoDeps, ad: AdCard, { url }: OfflineVideo): Promise<void> {
	const renditions = await persistVideoPage(deps, ad);
	if (!renditions.some((rendition) => rendition.url === url)) await removeOfflineVideos([ad.id]);
}

/** Downloads a video while the choice and the connection allow it. Resolves to whether the next one may follow. */
async function downloadAhead(deps: OfflineVideoDeps, ad: AdCard): Promise<boolean> {
	const stopUnlessAllowed = () => {
		if (!canDownloadAhead()) offlineVideoDownloads.cancel(ad.id);
	};
	const stops = [downloadAheadChoice.subscribe(stopUnlessAllowed), subscribeToDataSaver(stopUnlessAllowed)];
	await offlineVideoDownloads.start(ad.id, async () => chooseOfflineRendition(await persistVideoPage(deps, ad)));
	for (const stop of stops) stop();
	const download = offlineVideoDownloads.get(ad.id);
	// Only a download that the user started shows its failure.
	if (download) offlineVideoDownloads.cancel(ad.id);
	return download?.phase !== 'failed' || download.reason === 'gone';
}
