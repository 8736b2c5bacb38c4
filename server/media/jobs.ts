import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../contract/limits.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Files } from '../platform/files/index.ts';
import { makePicture } from '../platform/images/index.ts';
import { handleJob, type Job, type JobHandler, type Jobs, type Schedule } from '../platform/jobs/index.ts';
import {
	makePoster,
	makeRendition,
	planRenditions,
	probeVideo,
	type RenditionPlan,
	TranscodingFailed,
	VideoRejected,
	type VideoTools,
} from '../platform/transcoding/index.ts';
import { changeState } from './change-state.ts';
import { encodeTimeout, furtherRenditionsJob, prepareJob, removeFilesJob, transcodeJob } from './job-definitions.ts';
import * as store from './store.ts';
import type { MediaRow, StoredFile, StoredPicture } from './tables.ts';
import { mediaTag } from './tags.ts';

export interface MediaJobsDeps {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	files: Files;
	events: Events;
	tools: VideoTools;
	/** A folder on this machine to work in. */
	staging: string;
}

const hour = 3_600_000;
const maxJobDuration = encodeTimeout + hour;
const sweepBatchSize = 500;

/** Where a file of a media row stands in the store. */
export function storageKey(publicId: string, name: string): string {
	return `media/${publicId}/${name}`;
}

/**
 * Queues what a video needs next, where it stands as `media` says: it is looked at when it comes in, which makes it playable where its
 * streams can be copied, and encoded once it is part of something. Accounts take turns.
 */
export async function queueNextJob(tx: Tx, jobs: Jobs, media: MediaRow): Promise<void> {
	const job = getNextJob(media);
	if (!job) return;
	const group = media.account_id === null ? {} : { group: `account ${media.account_id}` };
	await jobs.add(tx, job, { media_id: media.id }, group);
}

function getNextJob({ kind, state, picture, attached_at, secure_url }: MediaRow) {
	if (kind !== 'video' || state === 'failed' || !secure_url.startsWith('/')) return null;
	if (picture === null) return prepareJob;
	if (attached_at === null) return null;
	return state === 'processing' ? transcodeJob : furtherRenditionsJob;
}

/** Makes videos playable, removes files whose rows are gone, and sweeps away what nobody used. */
export function createMediaJobs({ db, clock, jobs, files, events, tools, staging }: MediaJobsDeps): {
	jobs: JobHandler[];
	schedules: Schedule[];
} {
	async function withOriginal(
		media: MediaRow,
		signal: AbortSignal,
		work: (folder: string, original: string) => Promise<void>,
	) {
		await mkdir(staging, { recursive: true });
		const folder = await mkdtemp(join(staging, 'video-'));
		try {
			const original = join(folder, 'original');
			await files.download(storageKey(media.public_id, 'original'), original, signal);
			await work(folder, original);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async function storeRendition(
		media: MediaRow,
		plan: RenditionPlan,
		original: string,
		folder: string,
		signal: AbortSignal,
	): Promise<StoredRendition> {
		const name = `${plan.lines}.mp4`;
		const output = join(folder, name);
		const made = await makeRendition(tools, original, output, plan, { signal });
		await files.write(storageKey(media.public_id, name), { path: output }, 'video/mp4');
		return { file: { name, width: made.width, height: made.height, bytes: made.bytes }, durationMs: made.durationMs };
	}

	async function storePoster(
		media: MediaRow,
		facts: Awaited<ReturnType<typeof probeVideo>>,
		original: string,
		folder: string,
		signal: AbortSignal,
	): Promise<string> {
		const frame = join(folder, 'poster.png');
		await makePoster(tools, original, frame, facts, { signal });
		const picture = await makePicture(frame, folder, { signal });
		for (const size of picture.sizes) {
			await files.write(storageKey(media.public_id, size.name), { path: size.path }, 'image/webp');
		}
		const stored: StoredPicture = {
			placeholder: picture.placeholder,
			sizes: picture.sizes.map(({ name, width, height, bytes }) => ({ name, width, height, bytes })),
		};
		return JSON.stringify(stored);
	}

	const hasOriginal = async (media: MediaRow) => (await files.size(storageKey(media.public_id, 'original'))) !== null;

	/** The poster, and the first rendition where it can be copied: what is cheap, and needs nobody to have published the video. */
	async function prepareVideo(media: MediaRow, signal: AbortSignal): Promise<void> {
		await withOriginal(media, signal, async (folder, original) => {
			const facts = await probeVideo(tools, original, { signal });
			const plan = requireFirst(planRenditions(facts));
			// What cannot be copied as it is can mostly be encoded.
			const first =
				plan.kind === 'remux' &&
				(await storeRendition(media, plan, original, folder, signal).catch((error: unknown) => {
					if (!(error instanceof TranscodingFailed)) throw error;
					return null;
				}));
			const picture = await storePoster(media, facts, original, folder, signal);
			await db.transaction(async (tx) => {
				const prepared = first
					? await changeState(tx, events, media, 'playable', { ...toPlayableColumns(first), picture })
					: await store.updateMediaInState(tx, media.id, media.state, { picture });
				if (!prepared) return;
				if (first) await clearFailed(tx, media.id);
				tx.invalidate(mediaTag(media.public_id));
				await queueNextJob(tx, jobs, prepared);
			});
		});
	}

	/** The first rendition of a video whose streams cannot be copied. */
	async function encodeFirst(media: MediaRow, signal: AbortSignal): Promise<void> {
		await withOriginal(media, signal, async (folder, original) => {
			const plan = requireFirst(planRenditions(await probeVideo(tools, original, { signal }), { copy: false }));
			const first = await storeRendition(media, plan, original, folder, signal);
			await db.transaction(async (tx) => {
				const live = await changeState(tx, events, media, 'playable', toPlayableColumns(first));
				if (!live) return;
				await clearFailed(tx, media.id);
				await queueNextJob(tx, jobs, live);
			});
		});
	}

	/** Earlier tries that were given up have been made good. */
	async function clearFailed(tx: Tx, media_id: number): Promise<void> {
		for (const job of [prepareJob, transcodeJob]) await jobs.clearFailed(tx, job, { media_id });
	}

	/** The next step of a video that cannot be played yet. */
	async function advance({ media_id }: { media_id: number }, { signal }: Job): Promise<void> {
		const found = await store.findMedia(db, media_id);
		// An administrator has asked for another try of what was given up.
		const isAnotherTry = found?.state === 'failed' && found.failure === null;
		const media = isAnotherTry ? await db.transaction((tx) => changeState(tx, events, found, 'retry', {})) : found;
		if (media?.state !== 'processing') return;
		const reject = (failure: string) => db.transaction((tx) => changeState(tx, events, media, 'refused', { failure }));
		try {
			if (!(await hasOriginal(media))) await reject(mediaApiText.videoLost);
			else if (media.picture === null) await prepareVideo(media, signal);
			else if (media.attached_at !== null) await encodeFirst(media, signal);
		} catch (error) {
			if (!(error instanceof VideoRejected)) throw error;
			await reject(error.message);
		}
	}

	/** The smaller renditions, one after the other; then the original has served. One that is gone has served already. */
	async function makeFurtherRenditions(media: MediaRow, signal: AbortSignal): Promise<void> {
		if (!(await hasOriginal(media))) return;
		await withOriginal(media, signal, async (folder, original) => {
			const [first, ...further] = planRenditions(await probeVideo(tools, original, { signal }));
			let made = JSON.parse(media.renditions ?? '[]') as StoredFile[];
			for (const plan of further) {
				const name = `${plan.lines}.mp4`;
				if (plan.lines === first?.lines || made.some((file) => file.name === name)) continue;
				const { file } = await storeRendition(media, plan, original, folder, signal);
				// A still scene's copy can weigh less than what is encoded anew: fewer lines for more bytes serve nobody.
				if (made.some((larger) => larger.bytes <= file.bytes)) {
					await files.remove(storageKey(media.public_id, name));
					continue;
				}
				made = [...made, file].sort((a, b) => a.width - b.width);
				await db.transaction(async (tx) => {
					await store.updateMedia(tx, media.id, { renditions: JSON.stringify(made) });
					tx.invalidate(mediaTag(media.public_id));
				});
			}
		});
		await files.remove(storageKey(media.public_id, 'original'));
	}

	/** Only what the transcoder itself failed with is the file's fault; anything else may go well another time. */
	async function handleFailure(tx: Tx, { media_id }: { media_id: number }, error: Error): Promise<void> {
		const media = await store.findMedia(tx, media_id);
		const failure = error.name === 'TranscodingFailed' ? mediaApiText.videoNotProcessed : null;
		if (media) await changeState(tx, events, media, 'gave_up', { failure });
	}

	/** Files sent and never published as part of something. */
	async function sweepUnattached(): Promise<void> {
		await db.transaction(async (tx) => {
			const before = clock.now() - limits.unpublishedTtl;
			for (const public_id of await store.deleteUnattached(tx, before, sweepBatchSize)) {
				await jobs.add(tx, removeFilesJob, { public_id });
			}
		});
	}

	/** Files without a row: what a crash left between writing the one and the other. */
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
			handleJob(prepareJob, advance, handleFailure),
			handleJob(transcodeJob, advance, handleFailure),
			handleJob(
				furtherRenditionsJob,
				async ({ media_id }, { signal }) => {
					const media = await store.findMedia(db, media_id);
					if (media?.state === 'ready') await makeFurtherRenditions(media, signal);
				},
				// It plays in one size; nothing is left to be made of the original.
				async (tx, { media_id }) => {
					const media = await store.findMedia(tx, media_id);
					if (media) tx.onCommit(() => void files.remove(storageKey(media.public_id, 'original')).catch(() => {}));
				},
			),
			handleJob(removeFilesJob, ({ public_id }) => files.remove(`media/${public_id}/`)),
		],
		schedules: [
			{
				name: 'media.sweep',
				every: hour,
				async run(signal) {
					await sweepUnattached();
					await sweepOrphans(signal);
				},
			},
		],
	};
}

/**
 * Removes what work that ended badly left in the staging folder: whatever has not been touched for `age` milliseconds, longer than any
 * work lasts, or all of it where nobody else can be working there.
 */
export async function sweepStaging(staging: string, clock: Clock, age = maxJobDuration): Promise<void> {
	for (const name of await readdir(staging).catch(() => [])) {
		const path = join(staging, name);
		const facts = await stat(path).catch(() => null);
		if (facts && facts.mtimeMs <= clock.now() - age) await rm(path, { recursive: true, force: true });
	}
}

interface StoredRendition {
	file: StoredFile;
	durationMs: number;
}

/** What a row says once its first rendition stands. */
function toPlayableColumns({ file, durationMs }: StoredRendition) {
	const { width, height } = file;
	return { width, height, duration_ms: durationMs, renditions: JSON.stringify([file]) };
}

function requireFirst(plans: RenditionPlan[]): RenditionPlan {
	const [first] = plans;
	if (!first) throw new Error('A video has at least one rendition');
	return first;
}
