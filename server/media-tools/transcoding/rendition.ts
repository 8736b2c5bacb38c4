import {
	buildEncodeArguments,
	buildEncodeFilters,
	buildEncoderArguments,
	buildGlobalArguments,
	buildInputArguments,
	buildOverlayFilterArguments,
	buildOverlayInputArguments,
	buildSeekArguments,
	buildStreamSelectArguments,
	outputArguments,
} from './arguments.ts';
import { TranscodingError, VideoRejectedError } from './errors.ts';
import type { RenditionPlan } from './plan.ts';
import { measureFile } from './probe.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { areTracksEqual, canDecode, getEnd, isComplete, type VideoTracks } from './tracks.ts';
import { inputFileName, moveOutput, outputFileName, withWorkFolder } from './work-folder.ts';

export type Rendition = {
	/** Width of the rendition in pixels. */
	width: number;
	height: number;
	bytes: number;
	durationMs: number;
};

/**
 * Makes a planned rendition at `output`: a streamable, upright MP4 (H.264, AAC) without metadata. Writes `output` only on success.
 * `overlay` is drawn over every frame of an encode: RGBA pixels of the planned size. `onProgress` receives the finished share, 0 to 1. Throws
 * `TranscodingError`, also if copied streams differ from their source, `VideoRejectedError` if the result lacks a part of the source, and the reason
 * of an aborted signal.
 */
export async function makeRendition(
	tools: VideoTools,
	input: string,
	output: string,
	plan: RenditionPlan,
	{
		signal,
		overlay = null,
		onProgress,
	}: { signal?: AbortSignal; overlay?: Uint8Array | null; onProgress?: (share: number) => void } = {},
): Promise<Rendition> {
	async function make(folder: string): Promise<Rendition> {
		const args = renditionArguments(tools, plan, overlay !== null);
		const { code, stderr } = await runConfined(tools.confinement, tools.ffmpeg, args, {
			folder,
			seconds: plan.seconds,
			outputBytes: maxOutputBytes(plan),
			signal,
			onLine: (line) => {
				const share = parseProgress(line, plan.durationMs);
				if (share !== null) onProgress?.(share);
			},
		});
		if (code !== 0) throw new TranscodingError('failed', `ffmpeg ended with ${code}: ${stderr}`);
		const { metadata, tracks } = await measureFile(tools, folder, outputFileName, 'mov', signal);
		const { width, height, container, videoStream: video } = metadata;
		if (tracks === null) throw new VideoRejectedError('broken');
		checkTracks(plan, tracks);
		const stream = { container, video, tracks, seconds: plan.seconds, signal };
		if (plan.kind === 'remux' && !(await canDecode(tools, folder, outputFileName, stream)))
			throw new TranscodingError('differs', 'frames of the copy cannot be decoded');
		return { width, height, durationMs: getEnd(tracks), bytes: await moveOutput(folder, output) };
	}
	return withWorkFolder(tools, input, make, overlay);
}

/** Throws if a rendition does not show what its source announces. */
function checkTracks(plan: RenditionPlan, tracks: VideoTracks): void {
	if (plan.kind === 'remux') {
		if (!areTracksEqual(plan.tracks, tracks)) throw new TranscodingError('differs', 'the copy differs from its source');
		return;
	}
	const { durationMs, heldMs } = plan.encode;
	// Frames that cannot be decoded are missing.
	if (!isComplete(tracks.picture.endMs - heldMs, Math.max(0, durationMs - heldMs)))
		throw new VideoRejectedError('incomplete');
}

function renditionArguments(
	tools: Pick<VideoTools, 'toneMapping'>,
	plan: RenditionPlan,
	hasOverlay: boolean,
): string[] {
	const { cut, videoStream: video, audioStream: audio } = plan;
	return [
		...buildGlobalArguments(),
		...['-progress', 'pipe:1', '-stats_period', '1'],
		...(cut === null ? [] : buildSeekArguments(cut.startMs)),
		...buildInputArguments(plan.container),
		...['-i', `file:${inputFileName}`],
		...(hasOverlay ? buildOverlayInputArguments(plan) : []),
		...buildStreamSelectArguments({ video: hasOverlay ? null : video, audio }),
		...buildCodecArguments(tools, plan, hasOverlay),
		...['-t', `${plan.durationMs / 1000}`],
		...outputArguments,
		`file:${outputFileName}`,
	];
}

function buildCodecArguments(
	{ toneMapping }: Pick<VideoTools, 'toneMapping'>,
	plan: RenditionPlan,
	hasOverlay: boolean,
): string[] {
	if (plan.kind === 'remux') return ['-c', 'copy'];
	const step = { ...plan.encode, hdr: toneMapping ? plan.encode.hdr : null };
	if (!hasOverlay) return buildEncodeArguments(step);
	return [...buildOverlayFilterArguments(plan.videoStream, buildEncodeFilters(step)), ...buildEncoderArguments(step)];
}

/** Returns the maximum bytes of a rendition: twice the bit rate limit, plus room for the index. */
function maxOutputBytes(plan: RenditionPlan): number {
	const rate = plan.kind === 'remux' ? plan.bitRate : plan.encode.maxRate + plan.encode.audioRate;
	return 8_388_608 + ((2 * rate) / 8) * (plan.durationMs / 1000 + 1);
}

/** Parses the progress from a line of ffmpeg's `-progress` output, 0 to 1. Returns null for other lines. */
function parseProgress(line: string, durationMs: number): number | null {
	const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
	return microseconds === undefined ? null : Math.min(1, Number(microseconds) / 1000 / durationMs);
}
