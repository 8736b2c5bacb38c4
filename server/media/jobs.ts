import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Files } from '../platform/files/index.ts';
import { makePicture } from '../platform/images/index.ts';
import type { Jobs, JsonObject } from '../platform/jobs/index.ts';
import {
	makePoster,
	makeRendition,
	planRenditions,
	probeVideo,
	type RenditionPlan,
	type Tools,
	TranscodingFailed,
	VideoRefused,
} from '../platform/transcoding/index.ts';
import { changeState } from './change-state.ts';
import type { MediaEvents } from './events.ts';
import * as store from './store.ts';
import type { MediaRow, StoredFile, StoredPicture } from './tables.ts';
import { mediaTag } from './tags.ts';

export const transcodeJob = 'media.transcode';
export const removeJob = 'media.remove';
const furtherJob = 'media.further-renditions';

export interface MediaJobsParts {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	files: Files;
	events: MediaEvents;
	tools: Tools;
	/** A folder on this machine to work in. */
	staging: string;
}

const hour = 3_600_000;
/** Encoding ten minutes of 4K on a busy machine; the transcoder has a closer limit of its own. */
const encodeTimeout = 3 * hour;
const longestWork = encodeTimeout + hour;
const sweptAtOnce = 500;

/** Where a file of a media row stands in the store. */
export function keyOf(publicId: string, name: string): string {
	return `media/${publicId}/${name}`;
}

/** Makes videos playable, removes files whose rows are gone, and sweeps away what nobody used. */
export function registerMediaJobs({ db, clock, jobs, files, events, tools, staging }: MediaJobsParts): void {
	async function withOriginal(
		media: MediaRow,
		signal: AbortSignal,
		work: (folder: string, original: string) => Promise<void>,
	) {
		await mkdir(staging, { recursive: true });
		const folder = await mkdtemp(join(staging, 'video-'));
		try {
			const original = join(folder, 'original');
			await files.download(keyOf(media.public_id, 'original'), original, signal);
			await work(folder, original);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async function makeFile(media: MediaRow, plan: RenditionPlan, original: string, folder: string, signal: AbortSignal) {
		const name = `${plan.lines}.mp4`;
		const output = join(folder, name);
		const made = await makeRendition(tools, original, output, plan, { signal });
		await files.write(keyOf(media.public_id, name), { path: output }, 'video/mp4');
		return { file: { name, width: made.width, height: made.height, bytes: made.bytes }, durationMs: made.durationMs };
	}

	async function makePosterPicture(
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
			await files.write(keyOf(media.public_id, size.name), { path: size.path }, 'image/webp');
		}
		const stored: StoredPicture = {
			placeholder: picture.placeholder,
			sizes: picture.sizes.map(({ name, width, height, bytes }) => ({ name, width, height, bytes })),
		};
		return JSON.stringify(stored);
	}

	/** The first rendition and the poster, and with them the video is live. */
	async function transcode(media: MediaRow, signal: AbortSignal): Promise<void> {
		await withOriginal(media, signal, async (folder, original) => {
			const facts = await probeVideo(tools, original, { signal });
			let plans = planRenditions(facts);
			const first = await makeFile(media, firstOf(plans), original, folder, signal).catch((error: unknown) => {
				// What cannot be copied as it is can mostly be encoded.
				if (!(error instanceof TranscodingFailed) || firstOf(plans).kind === 'encode') throw error;
				plans = planRenditions(facts, { copy: false });
				return makeFile(media, firstOf(plans), original, folder, signal);
			});
			const picture = await makePosterPicture(media, facts, original, folder, signal);
			await db.transaction(async (tx) => {
				await changeState(tx, events, media, 'playable', {
					width: first.file.width,
					height: first.file.height,
					duration_ms: first.durationMs,
					picture,
					renditions: JSON.stringify([first.file]),
				});
				await jobs.add(tx, furtherJob, { media_id: media.id });
			});
		});
	}

	/** The smaller renditions, one after the other; then the original has served. */
	async function makeFurther(media: MediaRow, signal: AbortSignal): Promise<void> {
		await withOriginal(media, signal, async (folder, original) => {
			const [first, ...further] = planRenditions(await probeVideo(tools, original, { signal }));
			let made = JSON.parse(media.renditions ?? '[]') as StoredFile[];
			for (const plan of further) {
				const name = `${plan.lines}.mp4`;
				if (plan.lines === first?.lines || made.some((file) => file.name === name)) continue;
				const { file } = await makeFile(media, plan, original, folder, signal);
				// A still scene's copy can weigh less than what is encoded anew: fewer lines for more bytes serve nobody.
				if (made.some((larger) => larger.bytes <= file.bytes)) {
					await files.remove(keyOf(media.public_id, name));
					continue;
				}
				made = [...made, file].sort((a, b) => a.width - b.width);
				await db.transaction(async (tx) => {
					await store.updateMedia(tx, media.id, { renditions: JSON.stringify(made) });
					tx.changed(mediaTag(media.public_id));
				});
			}
		});
		await files.remove(keyOf(media.public_id, 'original'));
	}

	jobs.work(
		transcodeJob,
		{
			concurrency: 1,
			timeout: encodeTimeout,
			tries: 3,
			async onGivenUp(tx, data) {
				const media = await store.findMedia(tx, Number(data.media_id));
				const failure = 'This video could not be made playable. Save it as MP4 and send it again.';
				if (media) await changeState(tx, events, media, 'gave_up', { failure });
			},
		},
		async (data, { signal }) => {
			const media = await store.findMedia(db, Number(data.media_id));
			if (media?.state !== 'processing') return;
			try {
				await transcode(media, signal);
			} catch (error) {
				if (!(error instanceof VideoRefused)) throw error;
				await db.transaction((tx) => changeState(tx, events, media, 'refused', { failure: error.message }));
			}
		},
	);

	const furtherOptions = {
		concurrency: 1,
		timeout: encodeTimeout,
		tries: 3,
		// It plays in one size; nothing is left to be made of the original.
		async onGivenUp(tx: Tx, data: JsonObject) {
			const media = await store.findMedia(tx, Number(data.media_id));
			if (media) tx.onCommit(() => void files.remove(keyOf(media.public_id, 'original')).catch(() => {}));
		},
	};
	jobs.work(furtherJob, furtherOptions, async (data, { signal }) => {
		const media = await store.findMedia(db, Number(data.media_id));
		if (media?.state === 'ready') await makeFurther(media, signal);
	});

	jobs.work(removeJob, { concurrency: 1, timeout: 10 * 60_000, tries: 10 }, (data) =>
		files.remove(`media/${String(data.public_id)}/`),
	);

	jobs.every('media.sweep', hour, async (signal) => {
		await sweepUnattached();
		await sweepOrphans(signal);
	});

	/** Files sent and never published as part of something. */
	async function sweepUnattached(): Promise<void> {
		await db.transaction(async (tx) => {
			const before = clock.now() - limits.unpublishedLife;
			for (const public_id of await store.deleteUnattached(tx, before, sweptAtOnce)) {
				await jobs.add(tx, removeJob, { public_id });
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
		for (let from = 0; from < ids.length; from += sweptAtOnce) {
			const part = ids.slice(from, from + sweptAtOnce);
			const known = await store.knownPublicIds(db, part);
			for (const id of part) if (!known.has(id)) await files.remove(`media/${id}/`);
		}
	}
}

/**
 * Removes what work that ended badly left in the staging folder: whatever has not been touched for `age` milliseconds, longer than any
 * work lasts, or all of it where nobody else can be working there.
 */
export async function sweepStaging(staging: string, clock: Clock, age = longestWork): Promise<void> {
	for (const name of await readdir(staging).catch(() => [])) {
		const path = join(staging, name);
		const facts = await stat(path).catch(() => null);
		if (facts && facts.mtimeMs <= clock.now() - age) await rm(path, { recursive: true, force: true });
	}
}

function firstOf(plans: RenditionPlan[]): RenditionPlan {
	const [first] = plans;
	if (!first) throw new Error('A video has at least one rendition');
	return first;
}
