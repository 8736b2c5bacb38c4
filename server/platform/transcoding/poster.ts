import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../contract/limits.ts';
import {
	buildGlobalArguments,
	buildInputArguments,
	buildScaleFilters,
	buildStreamSelectArguments,
} from './arguments.ts';
import { VideoRejectedError } from './errors.ts';
import { fitWithinSize } from './plan.ts';
import type { VideoMetadata } from './probe.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { inputFileName, moveOutput, outputFileName, withWorkFolder } from './work-folder.ts';

export type Poster = { width: number; height: number; bytes: number };

const stretchSeconds = 6;
const framesPerSecond = 4;
const posterSeconds = 120;
const posterBytes = 33_554_432;

/**
 * Writes the poster of a video as a PNG at `output`: the most representative frame of the first seconds that is not black, otherwise such a
 * frame of the middle third, otherwise any frame. Throws `VideoRejectedError` if no frame can be read.
 */
export async function makePoster(
	tools: VideoTools,
	input: string,
	output: string,
	metadata: VideoMetadata,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<Poster> {
	const size = fitWithinSize(metadata, limits.videoLines);
	return withWorkFolder(tools, input, async (folder) => {
		const middle = metadata.durationMs / 3000;
		const attempts = [
			{ from: 0, brightOnly: true },
			{ from: middle, brightOnly: true },
			{ from: 0, brightOnly: false },
		];
		let stderr = '';
		for (const attempt of attempts) {
			const args = posterArguments(tools, metadata, { ...attempt, ...size });
			const options = { folder, seconds: posterSeconds, outputBytes: posterBytes, signal };
			stderr = (await runConfined(tools.confinement, tools.ffmpeg, args, options)).stderr;
			if (await hasContent(join(folder, outputFileName))) return { ...size, bytes: await moveOutput(folder, output) };
		}
		throw new VideoRejectedError('broken', stderr);
	});
}

function posterArguments(
	tools: VideoTools,
	metadata: VideoMetadata,
	{ from, brightOnly, width, height }: { from: number; brightOnly: boolean; width: number; height: number },
): string[] {
	const brightFilter =
		'blackframe=amount=0:threshold=40,metadata=select:key=lavfi.blackframe.pblack:value=90:function=less';
	const filters = [
		`fps=${framesPerSecond}:round=up`,
		...buildScaleFilters({ width, height, hdr: tools.toneMapping ? metadata.hdr : null }),
		...(brightOnly ? [brightFilter] : []),
		`thumbnail=${stretchSeconds * framesPerSecond}`,
		'format=rgb24',
	];
	return [
		...buildGlobalArguments(),
		...['-ss', `${from}`, '-t', `${stretchSeconds}`],
		...buildInputArguments(metadata.container),
		...['-i', `file:${inputFileName}`],
		...buildStreamSelectArguments({ video: metadata.videoStream, audio: null }),
		...['-vf', filters.join(','), '-frames:v', '1'],
		...['-c:v', 'png', '-f', 'image2', '-update', '1', `file:${outputFileName}`],
	];
}

async function hasContent(path: string): Promise<boolean> {
	const stats = await stat(path).catch(() => null);
	return stats !== null && stats.size > 0;
}
