import { hashKey } from '@tanstack/react-query';
import type { AdCard } from '../../../contract/ads/ads.ts';
import * as limits from '../../../contract/core/limits.ts';
import { videoQuery } from '../../ads/queries.ts';
import { isMetered } from '../../platform/connection.ts';
import { isDataSaverOn, subscribeToDataSaver } from '../../platform/data-saver.ts';
import { withLock } from '../../platform/locks.ts';
import { readPersistedQueries } from '../../platform/persisted-queries.ts';
import { deleteVideoFile, listVideoFiles } from '../../player/offline-video-files.ts';
import { hasVideoFiles, type OfflineVideo, offlineVideos } from '../../player/offline-video-list.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { type DownloadOutcome, downloadLock, offlineVideoDownloads } from './downloads.ts';
import {
	chooseOfflineRendition,
	downloadAheadChoice,
	isStorableVideo,
	type OfflineVideoDeps,
	persistVideoPage,
	removedIds,
	removeMissing,
	removeOfflineVideos,
	removeUnsavedVideos,
	sumBytes,
} from './offline-videos.ts';

/** Name of the lock for updates, so that one tab at a time updates the stored videos. */
export const updateLock = 'offline-videos-update';

/** Milliseconds after which the data of a stored video's page is loaded again. */
const pageMaxAge = 7 * 86_400_000;

/** Ids of videos whose download ahead failed. They are not downloaded ahead again until the app starts again. */
const failedIds = new Set<number>();

/** Returns whether saved videos may be downloaded without a tap: the user chose it, saves no data, and is known to be on Wi-Fi. */
export function canDownloadAhead(): boolean {
	return downloadAheadChoice.get() === true && !isDataSaverOn() && isMetered() === false;
}

/** Returns whether a saved video is to be downloaded ahead: it can be played, fits, and the user has not removed it. */
export function isWantedAhead(
	ad: Pick<AdCard, 'id' | 'video' | 'state' | 'cover'>,
	stored: readonly OfflineVideo[],
	removed: readonly number[],
): boolean {
	const { id, video } = ad;
	if (!video || !isStorableVideo(ad) || removed.includes(id)) return false;
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
	if (!offlineVideos.get() && !canDownloadAhead() && !(await hasVideoFiles())) return;
	await removeUnsavedVideos();
	await sweepFiles();
	const saved = storedLists.wishlist.get() ?? [];
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
				// A page that cannot be loaded does not keep the others from being updated.
				if (!isFresh || ad.video?.bytes !== stored.bytes) await updateStored(deps, ad, stored).catch(() => {});
			} else if (isWanted(ad)) {
				const outcome = await downloadAhead(deps, ad);
				if (outcome === 'offline' || outcome === 'full') return;
				if (outcome === 'failed' || outcome === 'gone') failedIds.add(ad.id);
			}
		}
	}
}

function findStored(id: number): OfflineVideo | undefined {
	return offlineVideos.get()?.find((video) => video.id === id);
}

function isWanted(ad: AdCard): boolean {
	if (!canDownloadAhead() || failedIds.has(ad.id) || offlineVideoDownloads.get(ad.id)) return false;
	if (!storedLists.wishlist.get()?.includes(ad.id)) return false;
	return isWantedAhead(ad, offlineVideos.get() ?? [], removedIds.get() ?? []);
}

/** Removes videos whose file the browser has deleted, and files that are not listed because a tab was closed during a download. */
async function sweepFiles(): Promise<void> {
	await withLock(downloadLock, async () => {
		const files = new Set(await listVideoFiles());
		const toFile = ({ url }: OfflineVideo) => new URL(url, location.origin).href;
		const videos = (offlineVideos.get() ?? []).filter((video) => files.has(toFile(video)));
		offlineVideos.set(videos);
		for (const video of videos) files.delete(toFile(video));
		for (const url of files) await deleteVideoFile(url);
	});
}

/** Loads the page of a stored video again. Removes the file if the video has other files since. */
async function updateStored(deps: OfflineVideoDeps, ad: AdCard, { url }: OfflineVideo): Promise<void> {
	const renditions = await persistVideoPage(deps, ad);
	if (!renditions.some((rendition) => rendition.url === url)) await removeOfflineVideos([ad.id]);
}

/** Downloads a video while the choice and the connection allow it. */
async function downloadAhead(deps: OfflineVideoDeps, ad: AdCard): Promise<DownloadOutcome> {
	const ahead = new AbortController();
	const stopUnlessAllowed = () => {
		if (!canDownloadAhead()) ahead.abort();
	};
	const stops = [downloadAheadChoice.subscribe(stopUnlessAllowed), subscribeToDataSaver(stopUnlessAllowed)];
	const load = async () => chooseOfflineRendition(await persistVideoPage(deps, ad));
	const hasSpace = await hasSpaceFor(ad.video?.bytes ?? 0);
	const outcome = hasSpace ? await offlineVideoDownloads.start(ad.id, load, ahead.signal) : 'full';
	for (const stop of stops) stop();
	return outcome;
}

/** Resolves to whether the browser has space for a file, as far as the browser tells. */
async function hasSpaceFor(bytes: number): Promise<boolean> {
	const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
	return quota === undefined || usage === undefined || bytes <= quota - usage;
}
