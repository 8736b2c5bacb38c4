import { ApiError, type Client, NetworkError } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import type { UploadedFile } from '../../contract/media/media.ts';
import * as importText from '../../text/web/import.ts';
import { preparePicture } from '../media/picture-file.ts';
import { getErrorStatus } from '../media/retry-policy.ts';
import { isPermanentFailure, MediaHostError, sendFile } from '../media/upload.ts';
import { getErrorNotice } from '../platform/error-message.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { openPhotos, type Photos } from './photos.ts';
import { type ImportedAd, type ImportProgress, lockImport, type StoredImport, storeProgress } from './stored-import.ts';
import { ZipError } from './zip-error.ts';

export interface ImportSnapshot {
	/** `elsewhere`: another tab posts the ads. `failed`: an error stopped the import, and `message` says why. */
	state: 'stopped' | 'running' | 'elsewhere' | 'failed' | 'ended';
	progress: ImportProgress;
	/** Sent part of the current ad's photos, 0 to 1. */
	share: number;
	/** Bytes sent so far, with those of the photo that is being sent. */
	bytes: number;
	/** Why the run waits, or why it failed. Empty while it posts. */
	message: string;
	/** Time until which the server asked to wait, in milliseconds since 1970. */
	waitUntil: number | null;
}

export type ImportRun = ReturnType<typeof createImportRun>;

/** A row that cannot be posted, while the other rows can. */
class RowError extends Error {}

const day = 24 * 3_600_000;
/** Milliseconds after an upload in which its files can be used. The media host deletes unused files an hour later. */
const uploadLifetime = limits.unpublishedTtl - day / 24;
/** Milliseconds before a retry: `first`, then doubled up to `max`. */
const delays = { first: 1000, max: 15_000 };

/** Posts the ads of an import one after the other. Waits for a lost network and for limits of the server. */
export function createImportRun(api: Client, accountId: number, stored: StoredImport) {
	const listeners = new Set<() => void>();
	let { files } = stored;
	let controller: AbortController | null = null;
	let snapshot: ImportSnapshot = {
		state: stored.progress.ended ? 'ended' : 'stopped',
		progress: stored.progress,
		share: 0,
		bytes: stored.progress.bytes,
		message: '',
		waitUntil: null,
	};

	function update(change: Partial<ImportSnapshot>): void {
		snapshot = { ...snapshot, ...change };
		for (const listener of listeners) listener();
	}

	async function save(change: Partial<ImportProgress>): Promise<void> {
		const { startKey } = snapshot.progress;
		const progress = { ...snapshot.progress, ...change };
		update({ progress });
		await storeProgress(accountId, startKey, progress);
	}

	const saveResult = (index: number, result: ImportProgress['results'][string]) =>
		save({ results: { ...snapshot.progress.results, [index]: result }, uploaded: null, bytes: snapshot.bytes });

	/** Calls `call` until it gets a response that no retry changes. */
	async function retry<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
		for (let delay = delays.first; ; delay = Math.min(delays.max, delay * 2)) {
			try {
				return await call();
			} catch (error) {
				signal.throwIfAborted();
				const wait = getRequiredWait(error);
				if (wait === null) throw error;
				const isOffline = error instanceof NetworkError;
				const message = isOffline ? importText.waitingForNetwork : importText.waitingForServer;
				update({ message, waitUntil: wait > delays.max ? Date.now() + wait : null });
				await sleep(Math.max(delay, wait), signal, isOffline);
				update({ message: '', waitUntil: null });
			}
		}
	}

	/** Sends the photos of an ad. */
	async function upload(signal: AbortSignal, ad: ImportedAd, index: number, photos: Photos): Promise<UploadedFile[]> {
		const { uploaded } = snapshot.progress;
		if (uploaded?.index === index && Date.now() - uploaded.at < uploadLifetime) return uploaded.files as UploadedFile[];
		const files: UploadedFile[] = [];
		for (const [position, name] of ad.photos.entries()) {
			const photo = photos.find(name);
			if (!photo) throw new RowError(importText.photoMissing(name));
			const { blob, problem } = await preparePicture(await photo.read());
			if (problem) throw new RowError(problem);
			const before = snapshot.bytes;
			const onProgress = (bytes: number) =>
				update({ bytes: before + bytes, share: (position + bytes / blob.size) / ad.photos.length });
			files.push(await retry(signal, () => sendFile(api, 'image', { blob, name: photo.name }, { signal, onProgress })));
			onProgress(blob.size);
		}
		await save({ uploaded: { index, files, at: Date.now() }, bytes: snapshot.bytes });
		return files;
	}

	async function postAd(signal: AbortSignal, ad: ImportedAd, index: number, importId: number, photos: Photos) {
		try {
			const pictures = await upload(signal, ad, index, photos);
			const input = { params: { id: String(importId) }, body: { ...ad.body, pictures } };
			const { id } = await retry(signal, () => api.importAd(input, { idempotencyKey: ad.key, signal }));
			await saveResult(index, { id, problem: '' });
		} catch (error) {
			signal.throwIfAborted();
			const problem = getRowProblem(error);
			if (problem === null) throw error;
			await saveResult(index, { id: null, problem });
		}
		update({ share: 0 });
	}

	async function startOnServer(signal: AbortSignal): Promise<number> {
		const { importId, startKey, results } = snapshot.progress;
		if (importId !== null) return importId;
		const ads = stored.ads.length - Object.keys(results).length;
		const call = () => api.startImport({ body: { ads } }, { idempotencyKey: startKey, signal });
		// A limit of imports lasts for days, so its message is shown at once.
		const { id } = await retry(signal, () =>
			call().catch((error: unknown) => {
				throw error instanceof ApiError && error.status === 429 ? new Error(error.message) : error;
			}),
		);
		await save({ importId: id });
		return id;
	}

	async function postAll(signal: AbortSignal): Promise<void> {
		if (files.length === 0) throw new Error(importText.photosGone);
		const photos = await retry(signal, () => openPhotos(files));
		const importId = await startOnServer(signal);
		for (const [index, ad] of stored.ads.entries()) {
			signal.throwIfAborted();
			if (!snapshot.progress.results[index]) await postAd(signal, ad, index, importId, photos);
		}
		await finish(signal);
	}

	/** Ends the import on the server, which notifies the followers. An import without ads is already gone there. */
	async function finish(signal: AbortSignal): Promise<void> {
		const { importId } = snapshot.progress;
		if (importId !== null) {
			const params = { id: String(importId) };
			await retry(signal, () => api.finishImport({ params }, { signal })).catch((error: unknown) => {
				if (getErrorStatus(error) !== 404) throw error;
			});
		}
		await save({ ended: true });
		update({ state: 'ended' });
	}

	/** Runs work in this tab only. An error ends it with its message. */
	async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
		if (controller) return;
		controller = new AbortController();
		const { signal } = controller;
		update({ state: 'running', message: '', waitUntil: null });
		try {
			const ran = await lockImport(accountId, () => work(signal).then(() => true));
			if (ran === null) update({ state: 'elsewhere' });
		} catch (error) {
			if (signal.aborted) update({ state: 'stopped', message: '', waitUntil: null, share: 0 });
			else {
				// Only the photos themselves can be the problem here, so the seller chooses others.
				if (error instanceof ZipError) files = [];
				update({ state: 'failed', message: getErrorNotice(error) });
			}
			if (isEnded(error)) await save({ importId: null, startKey: generateRandomKey() });
		} finally {
			controller = null;
		}
	}

	async function start(): Promise<void> {
		if (snapshot.progress.stopped) await save({ stopped: false });
		await run(postAll);
	}

	return {
		ads: stored.ads,
		filesStored: stored.filesStored,
		/** Returns whether the files must be chosen again, because the device did not keep them. */
		needsFiles: () => files.length === 0,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		getSnapshot: () => snapshot,

		/** Posts the ads that have no result yet. */
		start,

		/** Posts the remaining ads with files that the seller has chosen again. */
		async startWith(chosen: File[]): Promise<void> {
			files = chosen;
			await start();
		},

		/** Pauses until `start`. `remember` keeps the pause when the page is opened again. */
		async pause({ remember }: { remember: boolean }): Promise<void> {
			controller?.abort();
			if (remember) await save({ stopped: true });
		},

		/** Ends the import without the ads that are not posted yet. */
		end: (): Promise<void> => run(finish),
	};
}

/** Returns the milliseconds that must pass before a retry, or null if a retry cannot help. */
function getRequiredWait(error: unknown): number | null {
	if (error instanceof NetworkError) return 0;
	const status = getErrorStatus(error);
	const retryAfter = error instanceof ApiError || error instanceof MediaHostError ? error.retryAfter : null;
	const canRetry = status !== null && ([408, 409, 423, 425, 429].includes(status) || status >= 500);
	return canRetry ? (retryAfter ?? 0) * 1000 : null;
}

/** Returns what is wrong with the row of an ad, or null if the error concerns the whole import. */
function getRowProblem(error: unknown): string | null {
	if (error instanceof RowError || error instanceof ZipError) return error.message;
	if (error instanceof MediaHostError && isPermanentFailure(error.status))
		return error.reason ?? messages.mediaHostFailed;
	if (error instanceof ApiError && error.problem.fields) return Object.values(error.problem.fields)[0] ?? error.message;
	return null;
}

/** Returns whether the server has ended the import, so that the remaining ads need a new one. */
function isEnded(error: unknown): boolean {
	return error instanceof ApiError && (error.status === 404 || (error.status === 422 && !error.problem.fields));
}

/** Waits, or until the browser is online again if `wakesOnline`. Throws the signal's reason on abort. */
async function sleep(milliseconds: number, signal: AbortSignal, wakesOnline: boolean): Promise<void> {
	await new Promise<void>((resolve) => {
		const timer = setTimeout(done, Math.min(day, milliseconds));
		function done() {
			clearTimeout(timer);
			signal.removeEventListener('abort', done);
			window.removeEventListener('online', done);
			resolve();
		}
		signal.addEventListener('abort', done);
		if (wakesOnline) window.addEventListener('online', done);
	});
	signal.throwIfAborted();
}
