import { NetworkError } from '../../../contract/core/client.ts';
import type { Rendition } from '../../../contract/media/media.ts';
import { isGone } from '../../ads/queries.ts';
import { withLock } from '../../platform/locks.ts';
import { deleteVideoFile, downloadVideoFile, MissingVideoError } from '../../player/offline-video-files.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { addOrRemoveId, storedLists } from '../../saved-items/lists.ts';
import { removedIds } from './offline-videos.ts';

/** Name of the lock that the tabs of this browser share: one download runs at a time. */
export const downloadLock = 'offline-videos';

export type DownloadFailure = 'offline' | 'gone' | 'full' | 'failed';

/** How a download ended. */
export type DownloadOutcome = 'stored' | 'cancelled' | DownloadFailure;

/** State of a download that has not succeeded. */
export type Download = { phase: 'running'; received: number } | { phase: 'failed'; reason: DownloadFailure };

interface DownloadsDeps {
	downloadFile: typeof downloadVideoFile;
	deleteFile: typeof deleteVideoFile;
}

/**
 * Downloads of saved videos to this device. A download ends, and its failure is forgotten, when its video is no longer saved, such as at
 * logout.
 */
export class OfflineVideoDownloads {
	readonly #deps: DownloadsDeps;
	readonly #listeners = new Set<() => void>();
	readonly #requests = new Map<number, AbortController>();
	readonly #downloads = new Map<number, Download>();
	#isWatching = false;

	constructor(deps: DownloadsDeps) {
		this.#deps = deps;
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	/** Returns the download of a video; undefined if it has none or has succeeded. */
	get(id: number): Download | undefined {
		return this.#downloads.get(id);
	}

	/**
	 * Downloads the rendition that `load` resolves to, after those that were started before. Does nothing while another download of the video
	 * is running. A download that the user did not start has the signal `ahead`, which cancels it. Its failure is not shown.
	 */
	async start(id: number, load: () => Promise<Rendition | undefined>, ahead?: AbortSignal): Promise<DownloadOutcome> {
		if (this.#requests.has(id) || ahead?.aborted) return 'cancelled';
		const request = new AbortController();
		const { signal } = request;
		this.#requests.set(id, request);
		this.#set(id, { phase: 'running', received: 0 });
		removedIds.set(addOrRemoveId(removedIds.get() ?? [], id, false));
		this.#watchWishlist();
		const cancel = () => {
			if (this.#requests.get(id) === request) this.cancel(id);
		};
		ahead?.addEventListener('abort', cancel);
		const failure = await withLock(downloadLock, () => this.#download(id, load, signal), signal).then(
			() => null,
			toFailure,
		);
		ahead?.removeEventListener('abort', cancel);
		if (failure && signal.aborted) return 'cancelled';
		if (this.#requests.get(id) === request) {
			this.#requests.delete(id);
			this.#set(id, failure && !ahead ? { phase: 'failed', reason: failure } : undefined);
		}
		return failure ?? 'stored';
	}

	/** Ends a download without a file, or clears its failure. */
	cancel(id: number) {
		this.#requests.get(id)?.abort();
		this.#requests.delete(id);
		this.#set(id, undefined);
	}

	/** Cancels downloads and clears failures of videos that are no longer saved, from now on. */
	#watchWishlist() {
		if (this.#isWatching) return;
		this.#isWatching = true;
		storedLists.wishlist.subscribe(() => {
			for (const id of this.#downloads.keys()) if (!isSaved(id)) this.cancel(id);
		});
	}

	async #download(id: number, load: () => Promise<Rendition | undefined>, signal: AbortSignal): Promise<void> {
		const rendition = await load();
		signal.throwIfAborted();
		if (!rendition) throw new MissingVideoError();
		const { url, bytes } = rendition;
		// Another tab may have stored the file while this download waited.
		if (offlineVideos.get()?.some((video) => video.id === id && video.url === url)) return;
		await this.#deps.downloadFile(rendition, {
			signal,
			onProgress: (received) => !signal.aborted && this.#set(id, { phase: 'running', received }),
		});
		// The last byte may arrive just before the download is cancelled, or before this tab hears that another one has removed the video.
		if (!isSaved(id)) this.cancel(id);
		if (signal.aborted) await this.#deps.deleteFile(url);
		signal.throwIfAborted();
		offlineVideos.set([{ id, url, bytes }, ...(offlineVideos.get() ?? []).filter((video) => video.id !== id)]);
	}

	#set(id: number, download: Download | undefined) {
		if (download) this.#downloads.set(id, download);
		else this.#downloads.delete(id);
		for (const listener of this.#listeners) listener();
	}
}

export const offlineVideoDownloads = new OfflineVideoDownloads({
	downloadFile: downloadVideoFile,
	deleteFile: deleteVideoFile,
});

function isSaved(id: number): boolean {
	return storedLists.wishlist.get()?.includes(id) ?? false;
}

function toFailure(error: unknown): DownloadFailure {
	if (error instanceof MissingVideoError || isGone(error)) return 'gone';
	if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full';
	return !navigator.onLine && (error instanceof NetworkError || error instanceof TypeError) ? 'offline' : 'failed';
}
