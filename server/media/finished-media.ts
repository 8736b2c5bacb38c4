import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaKind } from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import { makePicture, type Picture } from '../media-tools/images/index.ts';
import {
	fitPoster,
	makeFragmentedCopy,
	makePoster,
	makeRendition,
	measureVideo,
	planRenditions,
	type RenditionPlan,
	TranscodingError,
	type VideoMetadata,
	type VideoTools,
} from '../media-tools/transcoding/index.ts';
import {
	buildMasterPlaylist,
	buildMediaPlaylist,
	masterPlaylistName,
	type PlaylistVariant,
	replacedMasterName,
	toPlaylistName,
} from './playlists.ts';
import type { StoredFragmented, StoredFragmentedFile, StoredMediaFile, StoredPicture } from './tables.ts';
import { drawOverlay, getCut, toVideoFileName } from './video-edits.ts';

/** Ending of the names of renditions that were encoded because their streams could not be copied. */
const encodedEnding = '-encoded.mp4';

interface Options {
	signal?: AbortSignal;
}

interface EditOptions extends Options {
	/** Changes to make to the video; none by default. */
	edit?: VideoEdit | null;
}

/** The files of a picture or a playable video in a local folder, as the pipeline of uploads makes them, without a `media` row. */
export interface FinishedMedia {
	kind: MediaKind;
	/** Width in pixels of the largest size or rendition. */
	width: number;
	height: number;
	/** Null for a picture. */
	duration_ms: number | null;
	/** The picture or the video's poster. */
	picture: StoredPicture;
	/** Null for a picture. */
	renditions: StoredMediaFile[] | null;
	/** Null for a picture. */
	fragmented: StoredFragmented | null;
}

export function toStoredPicture({ placeholder, sizes }: Picture): StoredPicture {
	return { placeholder, sizes: sizes.map(({ name, width, height, bytes }) => ({ name, width, height, bytes })) };
}

export function getRenditionName({ lines }: RenditionPlan, edit: VideoEdit | null): string {
	return toVideoFileName(`${lines}.mp4`, edit);
}

/** Makes a rendition of a video as a file in `folder`. */
export async function makeVideoFile(
	tools: VideoTools,
	plan: RenditionPlan,
	original: string,
	folder: string,
	{ edit = null, ...options }: EditOptions = {},
): Promise<{ file: StoredMediaFile; durationMs: number }> {
	const name = getRenditionName(plan, edit);
	const overlay = await drawOverlay(edit, plan);
	const made = await makeRendition(tools, original, join(folder, name), plan, { ...options, overlay });
	const { width, height, bytes, durationMs } = made;
	return { file: { name, width, height, bytes }, durationMs };
}

/** Makes the sizes of a video's poster as files in `folder`. */
export async function makePosterPicture(
	tools: VideoTools,
	facts: VideoMetadata,
	original: string,
	folder: string,
	{ edit = null, ...options }: EditOptions = {},
): Promise<Picture> {
	const frame = join(folder, 'poster.png');
	const overlay = await drawOverlay(edit, fitPoster(facts));
	const change = { cut: getCut(facts, edit), at: edit?.poster_ms ?? null, overlay };
	await makePoster(tools, original, frame, facts, { ...options, ...change });
	const picture = await makePicture(frame, folder, options);
	return { ...picture, sizes: picture.sizes.map((size) => ({ ...size, name: toVideoFileName(size.name, edit) })) };
}

/**
 * Makes the fragmented copies of a video's renditions and their playlists as files in `folder`, which contains the renditions. A rendition
 * whose copy would play otherwise, and those named in `wrong`, are encoded first. Returns all renditions, with the encoded ones under new names.
 * With `isReplacing`, copies and playlists get new names too, because browsers keep files for a year.
 */
export async function makeFragmentedFiles(
	tools: VideoTools,
	renditions: readonly StoredMediaFile[],
	durationMs: number,
	folder: string,
	{ wrong = [], isReplacing = false, ...options }: Options & { wrong?: readonly string[]; isReplacing?: boolean } = {},
): Promise<{ renditions: StoredMediaFile[]; fragmented: StoredFragmented }> {
	const kept: StoredMediaFile[] = [];
	const copies: StoredFragmentedFile[] = [];
	const variants: PlaylistVariant[] = [];

	async function makeCopy(rendition: StoredMediaFile): Promise<void> {
		const name = rendition.name.replace(/\.mp4$/, isReplacing ? '-fragmented-2.mp4' : '-fragmented.mp4');
		const source = { durationMs, bytes: rendition.bytes };
		const copy = await makeFragmentedCopy(tools, join(folder, rendition.name), join(folder, name), source, options);
		const { bytes, codecs, segments } = copy;
		const head = (segments[0]?.offset ?? 0) + (segments[0]?.bytes ?? 0);
		kept.push(rendition);
		copies.push({ rendition: rendition.name, name, bytes, head, codecs });
		variants.push({ name, width: rendition.width, height: rendition.height, codecs, segments });
	}

	for (const rendition of renditions) {
		try {
			if (wrong.includes(rendition.name)) throw new TranscodingError('differs', 'the stored copy differs');
			await makeCopy(rendition);
		} catch (error) {
			if (!(error instanceof TranscodingError && error.reason === 'differs')) throw error;
			await makeCopy(await encodeRendition(tools, rendition, folder, options));
		}
	}
	const playlists = [
		...variants.map((variant) => ({ name: toPlaylistName(variant.name), text: buildMediaPlaylist(variant) })),
		{ name: isReplacing ? replacedMasterName : masterPlaylistName, text: buildMasterPlaylist(variants) },
	];
	for (const { name, text } of playlists) await writeFile(join(folder, name), text);
	const written = playlists.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
	return { renditions: kept, fragmented: { copies, playlists: written } };
}

/** Encodes a rendition whose streams cannot be copied, from itself, as a file with a new name in `folder`. */
async function encodeRendition(
	tools: VideoTools,
	{ name: source }: StoredMediaFile,
	folder: string,
	options: Options,
): Promise<StoredMediaFile> {
	const [plan] = planRenditions(await measureVideo(tools, join(folder, source), options), { copy: false });
	if (!plan) throw new Error('A video has at least one rendition');
	const name = source.replace(/\.mp4$/, encodedEnding);
	const { width, height, bytes } = await makeRendition(tools, join(folder, source), join(folder, name), plan, options);
	return { name, width, height, bytes };
}

/** Lists the copies and playlists of a fragmented video. */
export function listFragmentedFiles(fragmented: StoredFragmented | null): { name: string; bytes: number }[] {
	return fragmented ? [...fragmented.copies, ...fragmented.playlists] : [];
}

/** Lists all files of finished media. */
export function listFinishedFiles({
	picture,
	renditions,
	fragmented,
}: FinishedMedia): { name: string; bytes: number }[] {
	return [...picture.sizes, ...(renditions ?? []), ...listFragmentedFiles(fragmented)];
}

/** A rendition must be smaller in bytes than every larger rendition. A copied video of a still scene can break this rule. */
export function isSmallest(file: StoredMediaFile, larger: readonly StoredMediaFile[]): boolean {
	return larger.every(({ bytes }) => bytes > file.bytes);
}

/** Makes the files of a picture in `folder`. Throws `PictureRejectedError`. */
export async function finishPicture(original: string, folder: string): Promise<FinishedMedia> {
	const picture = await makePicture(original, folder);
	const { width, height } = picture;
	return {
		kind: 'image',
		width,
		height,
		duration_ms: null,
		picture: toStoredPicture(picture),
		renditions: null,
		fragmented: null,
	};
}

/** Makes the files of a video in `folder`, and also those that are too large to keep. Throws `VideoRejectedError`. */
export async function finishVideo(tools: VideoTools, original: string, folder: string): Promise<FinishedMedia> {
	const facts = await measureVideo(tools, original);
	const picture = await makePosterPicture(tools, facts, original, folder);
	let renditions: StoredMediaFile[] = [];
	let duration = 0;
	for (const plan of planRenditions(facts)) {
		const { file, durationMs } = await makeVideoFile(tools, plan, original, folder);
		if (renditions.length === 0) duration = durationMs;
		if (isSmallest(file, renditions)) renditions = [file, ...renditions];
	}
	const finished = await makeFragmentedFiles(tools, renditions, duration, folder);
	const largest = finished.renditions.at(-1);
	if (!largest) throw new Error('A video has at least one rendition');
	const { width, height } = largest;
	return {
		kind: 'video',
		width,
		height,
		duration_ms: duration,
		picture: toStoredPicture(picture),
		...finished,
	};
}
