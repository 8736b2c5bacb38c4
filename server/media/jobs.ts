import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as limits from '../../contract/core/limits.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { Clock } from '../core/clock.ts';
import type { Tx } from '../database/index.ts';
import type { FileStore } from '../files/index.ts';
import { defineJobHandler, type Job, type JobHandler, type JobQueue, type Schedule } from '../jobs/index.ts';
import type { PictureSize } from '../media-tools/images/index.ts';
import {
	isFragmentedCopyEqual,
	type MeasuredVideo,
	measureVideo,
	type RenditionPlan,
	TranscodingError,
	VideoRejectedError,
} from '../media-tools/transcoding/index.ts';
import type { Platform } from '../platform.ts';
import { mediaCacheTag } from './cache-tags.ts';
import { changeMediaState } from './change-state.ts';
import {
	getRenditionName,
	isSmallest,
	listFragmentedFiles,
	makeFragmentedFiles,
	makePosterPicture,
	makeVideoFile,
	toStoredPicture,
} from './finished-media.ts';
import {
	encodeTimeout,
	fragmentVideoJob,
	furtherRenditionsJob,
	prepareVideoJob,
	removeFilesJob,
	transcodeVideoJob,
} from './job-definitions.ts';
import { parseFragmented, toMediaType } from './present.ts';
import * as store from './store.ts';
import type { MediaRow, StoredFragmented, StoredMediaFile } from './tables.ts';
import { isUneditedFile, parseEdit, planEditedRenditions } from './video-edits.ts';

export type MediaJobHandlersDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'events' | 'tools' | 'staging'>;

const hour = 3_600_000;
const maxJobDuration = encodeTimeout + hour;
const sweepBatchSize = 500;
/** Videos with unchecked copies that are queued per hour. */
const checkBatchSize = 100;

export function getStorageKey(publicId: string, name: string): string {
	return `media/${publicId}/${name}`;
}

/** Stores the sizes of a picture. Moves their files. */
export async function storePictureSizes(
	files: FileStore,
	publicId: string,
	sizes: readonly PictureSize[],
): Promise<void> {
	for (const { name, path } of sizes) await files.write(getStorageKey(publicId, name), { path }, 'image/webp');
}

/**
 * Queues the next job of a video. After the upload, `prepareVideoJob` makes the video playable if its streams can be copied. It runs again for
 * an edit. Encoding starts only after the video is attached to an ad or lesson. Jobs are grouped by account, so that no account delays the
 * others.
 */
export async function queueNextVideoJob(tx: Tx, jobs: JobQueue, media: MediaRow): Promise<void> {
	const job = getNextJob(media);
	if (!job) return;
	const group = media.account_id === null ? {} : { group: `account ${media.account_id}` };
	await jobs.add(tx, job, { media_id: media.id }, group);
}

function getNextJob({ kind, state, picture, attached_at, secure_url }: MediaRow) {
	if (kind !== 'video' || state === 'failed' || !secure_url.startsWith('/')) return null;
	if (picture === null) return prepareVideoJob;
	if (attached_at === null) return null;
	return state === 'processing' ? transcodeVideoJob : furtherRenditionsJob;
}

export function createMediaJobHandlers({ db, clock, jobs, files, events, tools, staging }: MediaJobHandlersDeps): {
	jobs: JobHandler[];
	schedules: Schedule[];
} {
	/** Runs `work` with a local folder that contains stored files of a video. Removes the folder afterwards. */
	async function withFiles<Result>(
		media: MediaRow,
		names: readonly string[],
		signal: AbortSignal,
		work: (folder: string) => Promise<Result>,
	): Promise<Result> {
		await mkdir(staging, { recursive: true });
		const folder = await mkdtemp(join(staging, 'video-'));
		try {
			for (const name of names) await files.download(getStorageKey(media.public_id, name), join(folder, name), signal);
			return await work(folder);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	const withOriginal = <Result>(
		media: MediaRow,
		signal: AbortSignal,
		work: (folder: string, original: string) => Promise<Result>,
	) => withFiles(media, ['original'], signal, (folder) => work(folder, join(folder, 'original')));

	async function storeRendition(
		media: MediaRow,
		plan: RenditionPlan,
		original: string,
		folder: string,
		signal: AbortSignal,
	): Promise<StoredRendition> {
		const made = await makeVideoFile(tools, plan, original, folder, { signal, edit: parseEdit(media.edit) });
		const { name } = made.file;
		await files.write(getStorageKey(media.public_id, name), { path: join(folder, name) }, 'video/mp4');
		return made;
	}

	async function storePoster(
		media: MediaRow,
		facts: MeasuredVideo,
		original: string,
		folder: string,
		signal: AbortSignal,
	): Promise<string> {
		const poster = await makePosterPicture(tools, facts, original, folder, { signal, edit: parseEdit(media.edit) });
		await storePictureSizes(files, media.public_id, poster.sizes);
		return JSON.stringify(toStoredPicture(poster));
	}

	const hasOriginal = async (media: MediaRow) =>
		(await files.size(getStorageKey(media.public_id, 'original'))) !== null;

	/** Deletes what was made of an edited video before its edit was known. */
	async function removeUnedited({ public_id }: MediaRow): Promise<void> {
		for await (const { key } of files.list(`media/${public_id}/`)) {
			if (isUneditedFile(basename(key))) await files.remove(key);
		}
	}

	/**
	 * Makes the poster of a newly uploaded or newly edited video. If the streams can be copied, also makes the first rendition. Returns the
	 * changed row, or null if the video changed meanwhile.
	 */
	async function prepareVideo(media: MediaRow, signal: AbortSignal): Promise<MediaRow | null> {
		return withOriginal(media, signal, async (folder, original) => {
			const facts = await measureVideo(tools, original, { signal });
			const plan = requireFirst(planEditedRenditions(facts, parseEdit(media.edit)));
			// If copying the streams fails, the video stays 'processing': encoding, which follows, usually succeeds.
			const copyStreams = async () =>
				plan.kind === 'remux'
					? storeRendition(media, plan, original, folder, signal).catch((error: unknown) => {
							if (!(error instanceof TranscodingError)) throw error;
							return null;
						})
					: null;
			const copying = copyStreams();
			const drawing = storePoster(media, facts, original, folder, signal);
			// Both must end before the folder is removed, also if one of them fails.
			await Promise.allSettled([copying, drawing]);
			const [first, picture] = [await copying, await drawing];
			return db.transaction(async (tx) => {
				const prepared = first
					? await changeMediaState(tx, events, media, 'playable', { ...toPlayableColumns(first), picture })
					: await store.updateUnchangedMedia(tx, media, { picture });
				if (!prepared) return null;
				if (first) await clearFailed(tx, media.id);
				tx.invalidate(mediaCacheTag(media.public_id));
				await queueNextVideoJob(tx, jobs, prepared);
				return prepared;
			});
		});
	}

	/** Encodes the first rendition of a video whose streams cannot be copied. Returns like `prepareVideo`. */
	async function encodeFirst(media: MediaRow, signal: AbortSignal): Promise<MediaRow | null> {
		return withOriginal(media, signal, async (folder, original) => {
			const facts = await measureVideo(tools, original, { signal });
			const plan = requireFirst(planEditedRenditions(facts, parseEdit(media.edit), { copy: false }));
			const first = await storeRendition(media, plan, original, folder, signal);
			return db.transaction(async (tx) => {
				const live = await changeMediaState(tx, events, media, 'playable', toPlayableColumns(first));
				if (!live) return null;
				await clearFailed(tx, media.id);
				await queueNextVideoJob(tx, jobs, live);
				return live;
			});
		});
	}

	/** Removes failed jobs of earlier attempts to process a video. */
	async function clearFailed(tx: Tx, media_id: number): Promise<void> {
		for (const job of [prepareVideoJob, transcodeVideoJob]) await jobs.clearFailed(tx, job, { media_id });
	}

	/** Prepares or encodes a video that is not playable yet. */
	async function advance({ media_id }: { media_id: number }, job: Job): Promise<void> {
		const found = await store.findMedia(db, media_id);
		// A failed video without a `failure` message is processed again when an administrator retries its job.
		const isRetry = found?.state === 'failed' && found.failure === null;
		const media = isRetry ? await db.transaction((tx) => changeMediaState(tx, events, found, 'retry', {})) : found;
		if (media?.state !== 'processing') return;
		const reject = (failure: string) =>
			db.transaction((tx) => changeMediaState(tx, events, media, 'refused', { failure }));
		let changed: MediaRow | null;
		try {
			if (media.edit !== null && media.picture === null) await removeUnedited(media);
			if (!(await hasOriginal(media))) changed = await reject(mediaApiText.videoLost);
			else if (media.picture === null) changed = await prepareVideo(media, job.signal);
			else changed = media.attached_at === null ? null : await encodeFirst(media, job.signal);
		} catch (error) {
			if (!(error instanceof VideoRejectedError)) throw error;
			changed = await reject(error.message);
		}
		if (changed !== null || media.edit !== null) return;
		// If an edit was added during the preparation, nothing was stored, and no other job prepares the edited video.
		const current = await store.findMedia(db, media_id);
		if (current && current.edit !== null) await advance({ media_id }, job);
	}

	/** Makes the smaller renditions of a video, then deletes the original. Does nothing if the original is already deleted. */
	async function makeFurtherRenditions(media: MediaRow, signal: AbortSignal): Promise<void> {
		if (!(await hasOriginal(media))) return;
		await withOriginal(media, signal, async (folder, original) => {
			const edit = parseEdit(media.edit);
			const [first, ...further] = planEditedRenditions(await measureVideo(tools, original, { signal }), edit);
			let renditions = JSON.parse(media.renditions ?? '[]') as StoredMediaFile[];
			for (const plan of further) {
				const name = getRenditionName(plan, edit);
				if (plan.lines === first?.lines || renditions.some((file) => file.name === name)) continue;
				const { file } = await storeRendition(media, plan, original, folder, signal);
				if (!isSmallest(file, renditions)) {
					await files.remove(getStorageKey(media.public_id, name));
					continue;
				}
				renditions = [...renditions, file].sort((a, b) => a.width - b.width);
				await db.transaction(async (tx) => {
					await store.updateMedia(tx, media.id, { renditions: JSON.stringify(renditions) });
					tx.invalidate(mediaCacheTag(media.public_id));
				});
			}
		});
		if (media.edit !== null) await removeUnedited(media);
		await files.remove(getStorageKey(media.public_id, 'original'));
		await db.transaction((tx) => jobs.add(tx, fragmentVideoJob, { media_id: media.id }));
	}

	/**
	 * Makes the fragmented copies of a public video, or checks those that an earlier version made. Does nothing while further renditions are to
	 * be made: they queue this job again.
	 */
	async function fragmentVideo({ media_id }: { media_id: number }, { signal }: Job): Promise<void> {
		const media = await store.findMedia(db, media_id);
		if (media?.state !== 'ready' || media.access !== 'public') return;
		if (media.fragmented !== null && media.unchecked_copies === 0) return;
		if (await hasOriginal(media)) return;
		const renditions = JSON.parse(media.renditions ?? '[]') as StoredMediaFile[];
		const copies = parseFragmented(media.fragmented)?.copies ?? [];
		const names = [...renditions, ...copies].map(({ name }) => name);
		await withFiles(media, names, signal, async (folder) => {
			const wrong: string[] = [];
			for (const { rendition, name } of copies) {
				const isEqual = await isFragmentedCopyEqual(tools, join(folder, rendition), join(folder, name), { signal });
				if (!isEqual) wrong.push(rendition);
			}
			const isComplete = renditions.every(({ name }) => copies.some(({ rendition }) => rendition === name));
			if (wrong.length === 0 && isComplete) return storeFragmented(media, {});
			const options = { signal, wrong, isReplacing: copies.length > 0 };
			const made = await makeFragmentedFiles(tools, renditions, media.duration_ms ?? 0, folder, options);
			const replacing = made.renditions.filter(({ name }) => !names.includes(name));
			for (const { name } of [...replacing, ...listFragmentedFiles(made.fragmented)]) {
				await files.write(getStorageKey(media.public_id, name), { path: join(folder, name) }, toMediaType(name));
			}
			await storeFragmented(media, {
				renditions: JSON.stringify(made.renditions),
				fragmented: JSON.stringify(made.fragmented),
			});
			const current = [...made.renditions, ...listFragmentedFiles(made.fragmented)].map(({ name }) => name);
			const stored = [...renditions, ...listFragmentedFiles(parseFragmented(media.fragmented))];
			for (const { name } of stored) {
				if (!current.includes(name)) await files.remove(getStorageKey(media.public_id, name));
			}
		});
	}

	const storeFragmented = (media: MediaRow, change: Partial<Pick<MediaRow, 'renditions' | 'fragmented'>>) =>
		db.transaction(async (tx) => {
			await store.updateMedia(tx, media.id, { ...change, unchecked_copies: 0 });
			tx.invalidate(mediaCacheTag(media.public_id));
		});

	/** Queues videos without fragmented copies, such as those from before the copies existed, and videos with unchecked copies. */
	async function queueUnfragmented(): Promise<void> {
		await db.transaction(async (tx) => {
			const ids = await store.listUnfragmentedIds(tx, sweepBatchSize);
			ids.push(...(await store.listUncheckedIds(tx, checkBatchSize)));
			// Jobs of new videos have no group, so they run before these.
			for (const media_id of ids) await jobs.add(tx, fragmentVideoJob, { media_id }, { group: 'earlier videos' });
		});
	}

	/** Marks a video as failed after its last attempt. Without a transcoder error, `failure` is null, because a retry can succeed. */
	async function handleFailure(tx: Tx, { media_id }: { media_id: number }, error: Error): Promise<void> {
		const media = await store.findMedia(tx, media_id);
		const failure = error.name === 'TranscodingFailed' ? mediaApiText.videoNotProcessed : null;
		if (media) await changeMediaState(tx, events, media, 'gave_up', { failure });
	}

	async function sweepUnattached(): Promise<void> {
		await db.transaction(async (tx) => {
			const before = clock.now() - limits.unpublishedTtl;
			for (const public_id of await store.deleteUnattachedMediaBefore(tx, before, sweepBatchSize)) {
				await jobs.add(tx, removeFilesJob, { public_id });
			}
		});
	}

	/** Deletes files without a `media` row. Such files remain after a crash between writing the file and inserting the row. */
	async function sweepOrphans(signal: AbortSignal): Promise<void> {
		const old = new Set<string>();
		for await (const { key, modified } of files.list('media/')) {
			if (signal.aborted) return;
			const publicId = key.split('/')[1];
			if (publicId && modified < clock.now() - hour) old.add(publicId);
		}
		const ids = [...old];
		for (let from = 0; from < ids.length; from += sweepBatchSize) {
			const part = ids.slice(from, from + sweepBatchSize);
			const known = await store.filterKnownPublicIds(db, part);
			for (const id of part) if (!known.has(id)) await files.remove(`media/${id}/`);
		}
	}

	return {
		jobs: [
			defineJobHandler(prepareVideoJob, advance, handleFailure),
			defineJobHandler(transcodeVideoJob, advance, handleFailure),
			defineJobHandler(
				furtherRenditionsJob,
				async ({ media_id }, { signal }) => {
					const media = await store.findMedia(db, media_id);
					if (media?.state === 'ready') await makeFurtherRenditions(media, signal);
				},
				// If making the smaller renditions fails for good, the original is deleted. The video still plays in its first size.
				async (tx, { media_id }) => {
					const media = await store.findMedia(tx, media_id);
					if (media) tx.onCommit(() => void files.remove(getStorageKey(media.public_id, 'original')).catch(() => {}));
				},
			),
			defineJobHandler(fragmentVideoJob, fragmentVideo, async (tx, { media_id }) => {
				// The video plays without the copies.
				const none: StoredFragmented = { copies: [], playlists: [] };
				await store.updateMedia(tx, media_id, { fragmented: JSON.stringify(none), unchecked_copies: 0 });
			}),
			defineJobHandler(removeFilesJob, ({ public_id }) => files.remove(`media/${public_id}/`)),
		],
		schedules: [
			{
				name: 'media.sweep',
				every: hour,
				async run(signal) {
					await sweepUnattached();
					await sweepOrphans(signal);
					await queueUnfragmented();
				},
			},
		],
	};
}

/**
 * Deletes leftovers of crashed jobs and uploads from the staging folder. `age` is the minimum time since the last change in milliseconds.
 * The default is longer than any job. 0 is for a folder that no other process uses.
 */
export async function sweepStaging(staging: string, clock: Clock, age = maxJobDuration): Promise<void> {
	for (const name of await readdir(staging).catch(() => [])) {
		const path = join(staging, name);
		const facts = await stat(path).catch(() => null);
		if (facts && facts.mtimeMs <= clock.now() - age) await rm(path, { recursive: true, force: true });
	}
}

interface StoredRendition {
	file: StoredMediaFile;
	durationMs: number;
}

/** Returns the columns to set when the first rendition of a video is ready. */
function toPlayableColumns({ file, durationMs }: StoredRendition) {
	const { width, height } = file;
	return { width, height, duration_ms: durationMs, renditions: JSON.stringify([file]) };
}

function requireFirst(plans: RenditionPlan[]): RenditionPlan {
	const [first] = plans;
	if (!first) throw new Error('A video has at least one rendition');
	return first;
}
