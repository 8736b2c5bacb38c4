import { NetworkError } from '../../../contract/client.ts';
import type { Rendition } from '../../../contract/media.ts';
import { isApiError } from '../../platform/api-error.ts';
import { withLock } from '../../platform/locks.ts';
import { deleteVideoFile, downloadVideoFile, MissingVideoError } from '../../player/offline-video-files.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { addOrRemoveId, storedLists } from '../../saved-items/lists.ts';
import { removedIds } from './offline-videos.ts';

/** Name of the lock that the tabs of this browser share: one download runs at a time. */
export const downloadLock = 'offline-videos';

export type DownloadFailure = 'offline' | 'gone' | 'full' | 'failed';

/** State of a download that has not succeeded. */
export type Download = { phase: 'running'; received: number } | { phase: 'failed'; reason: DownloadFailure };

interface DownloadsDeps {
	downloadFile: typeof downloadVideoFile;
	deleteFile: typeof deleteVideoFile;
}

/** Downloads of saved videos to this device. A download ends when its video is no longer saved, such as at logout. */
export class OfflineVideoDownloads {
	readonly #deps: DownloadsDeps;
	readonly #listeners = new Set<() => void>();
	readonly #requests = new Map<number, AbortController>();
	readonly #downloads = new Map<number, Download>();

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

	/** Downloads the rendition that `load` resolves to, after those that were started before. Resolves to whether the video is stored. */
	async start(id: number, load: () => Promise<Rendition | undefined>): Promise<boolean> {
		if (this.#requests.has(id)) return false;
		const request = new AbortController();
		const { signal } = request;
		this.#requests.set(id, request);
		this.#set(id, { phase: 'running', received: 0 });
		removedIds.set(addOrRemoveId(removedIds.get() ?? [], id, false));
		const stopWatching = storedLists.wishlist.subscribe(() => {
			if (!isSaved(id)) this.cancel(id);
		});
		try {
			await withLock(downloadLock, () => this.#download(id, load, signal), signal);
			this.#set(id, undefined);
			return true;
		} catch (error) {
			if (!signal.aborted) this.#set(id, { phase: 'failed', reason: toFailure(error) });
			return false;
		} finally {
			stopWatching();
			if (this.#requests.get(id) === request) this.#requests.delete(id);
		}
	}

	/** Ends a download without a file, or clears its failure. */
	cancel(id: number) {
		this.#requests.get(id)?.abort();
		this.#requests.delete(id);
		this.#set(id, undefined);
	}

	async #download(id: number, load: () => Promise<Rendition | undefined>, signal: AbortSignal): Promise<void> {
		const rendition = await load();
		signal.throwIfAborted();
		if (!rendition) throw new MissingVideoError();
		const { url, bytes } = rendition;
		await this.#deps.downloadFile(rendition, {
			signal,
			onProgress: (received) => !signal.aborted && this.#set(id, { phase: 'running', received }),
		});
		// The last byte may arrive just before the download is cancelled.
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
	if (error instanceof MissingVideoError || (isApiError(error) && error.status === 404)) return 'gone';
	if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full';
	return !navigator.onLine && (error instanceof NetworkError || error instanceof TypeError) ? 'offline' : 'failed';
}
