import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as limits from '../../../contract/core/limits.ts';
import {
	buildFilterArguments,
	buildGlobalArguments,
	buildInputArguments,
	buildOverlayFilterArguments,
	buildOverlayInputArguments,
	buildScaleFilters,
	buildSeekArguments,
	buildStreamSelectArguments,
} from './arguments.ts';
import { VideoRejectedError } from './errors.ts';
import { assumeColours, fitWithinSize, type VideoCut } from './plan.ts';
import type { VideoMetadata } from './probe.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { inputFileName, moveOutput, outputFileName, withWorkFolder } from './work-folder.ts';

export type Poster = { width: number; height: number; bytes: number };

const stretchSeconds = 6;
const framesPerSecond = 4;
const posterSeconds = 120;
const posterBytes = 33_554_432;

export type PosterOptions = {
	signal?: AbortSignal;
	/** Part of the video that the poster represents. Null for the whole video. */
	cut?: VideoCut | null;
	/** Time of the frame to show, in milliseconds from the start of the file. Null to choose one. */
	at?: number | null;
	/** RGBA pixels to draw over the frame, with the size of `fitPoster`. */
	overlay?: Uint8Array | null;
};

/** A frame to try as the poster: the one that is shown at `from`, or the most representative one of some seconds. Times are in milliseconds. */
type Attempt = { from: number } & ({ choose: false } | { choose: true; brightOnly: boolean });

/** Returns the size of the poster of a video in pixels. */
export function fitPoster(metadata: VideoMetadata): { width: number; height: number } {
	return fitWithinSize(metadata, limits.videoLines);
}

/**
 * Writes the poster of a video as a PNG at `output`: the frame at a given time, otherwise the most representative frame of the first seconds
 * that is not black, otherwise such a frame of the middle third, otherwise any frame. Throws `VideoRejectedError` if no frame can be read.
 */
export async function makePoster(
	tools: VideoTools,
	input: string,
	output: string,
	metadata: VideoMetadata,
	{ signal, cut = null, at = null, overlay = null }: PosterOptions = {},
): Promise<Poster> {
	const part = cut ?? { startMs: 0, endMs: metadata.durationMs };
	async function make(folder: string): Promise<Poster> {
		let stderr = '';
		for (const attempt of listAttempts(part, at)) {
			const args = posterArguments(tools, metadata, part, attempt, overlay !== null);
			const options = { folder, seconds: posterSeconds, outputBytes: posterBytes, signal };
			stderr = (await runConfined(tools.confinement, tools.ffmpeg, args, options)).stderr;
			if (await hasContent(join(folder, outputFileName))) {
				return { ...fitPoster(metadata), bytes: await moveOutput(folder, output) };
			}
		}
		throw new VideoRejectedError('broken', stderr);
	}
	return withWorkFolder(tools, input, make, overlay);
}

function listAttempts({ startMs, endMs }: VideoCut, at: number | null): Attempt[] {
	return [
		...(at === null ? [] : [{ from: Math.min(Math.max(at, startMs), endMs - 1), choose: false } as const]),
		{ from: startMs, choose: true, brightOnly: true },
		{ from: startMs + (endMs - startMs) / 3, choose: true, brightOnly: true },
		{ from: startMs, choose: true, brightOnly: false },
	];
}

function posterArguments(
	tools: VideoTools,
	metadata: VideoMetadata,
	part: VideoCut,
	attempt: Attempt,
	hasOverlay: boolean,
): string[] {
	const size = fitPoster(metadata);
	const { container, videoStream: video } = metadata;
	const hdr = tools.toneMapping ? metadata.hdr : null;
	const scale = buildScaleFilters({ ...size, hdr, assumedColours: assumeColours(metadata) });
	const seconds = Math.min(stretchSeconds, (part.endMs - attempt.from) / 1000);
	const choice = attempt.choose ? buildChoiceFilters({ ...attempt, seconds, scale }) : [...firstFrameFilters, ...scale];
	const filters = { before: choice, after: ['format=rgb24'] };
	return [
		...buildGlobalArguments(),
		...buildSeekArguments(attempt.from),
		...(attempt.choose && attempt.from === 0 ? skipArguments : []),
		...buildInputArguments(container),
		...['-i', `file:${inputFileName}`],
		...(hasOverlay ? buildOverlayInputArguments(size) : []),
		...buildStreamSelectArguments({ video: hasOverlay ? null : video, audio: null }),
		...(hasOverlay ? buildOverlayFilterArguments(video, filters) : buildFilterArguments(filters)),
		...['-frames:v', '1'],
		...['-c:v', 'png', '-f', 'image2', '-update', '1', `file:${outputFileName}`],
	];
}

/**
 * Option that decodes only frames that others need, which saves a third of the time. In place of each other frame stands the frame before it,
 * so the option is not for a part of a video: the first frame could be from before the part.
 */
const skipArguments = ['-skip_frame', 'noref'];

/** Filters that begin with the frame that is shown at time 0, which is the last frame if the sound goes on after it. */
const firstFrameFilters = ['tpad=stop=-1:stop_mode=clone', 'fps=fps=source_fps:round=up:start_time=0'];

function buildChoiceFilters({
	brightOnly,
	seconds,
	scale,
}: {
	brightOnly: boolean;
	seconds: number;
	scale: string[];
}): string[] {
	const brightFilter =
		'blackframe=amount=0:threshold=40,metadata=select:key=lavfi.blackframe.pblack:value=90:function=less';
	return [
		`fps=fps=${framesPerSecond}:round=up:start_time=0`,
		`trim=end=${seconds}`,
		...scale,
		...(brightOnly ? [brightFilter] : []),
		`thumbnail=${stretchSeconds * framesPerSecond}`,
	];
}

async function hasContent(path: string): Promise<boolean> {
	const stats = await stat(path).catch(() => null);
	return stats !== null && stats.size > 0;
}
