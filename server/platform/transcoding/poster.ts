import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../contract/limits.ts';
import { globalArguments, inputArguments, scaleFilters, selectArguments } from './arguments.ts';
import { VideoRejected } from './errors.ts';
import { fitWithin } from './plan.ts';
import type { VideoMetadata } from './probe.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { inputName, moveOutput, outputName, withWorkFolder } from './work-folder.ts';

export type Poster = { width: number; height: number; bytes: number };

const stretchSeconds = 6;
const framesPerSecond = 4;
const posterSeconds = 120;
const posterBytes = 33_554_432;

/**
 * Writes a PNG at `output`: the frame that stands for the first seconds best and is not black; of a video that begins
 * dark, one of its middle; of one that is dark throughout, any. Throws `VideoRejected` when no frame can be read.
 */
export async function makePoster(
	tools: VideoTools,
	input: string,
	output: string,
	facts: VideoMetadata,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<Poster> {
	const size = fitWithin(facts, limits.videoLines);
	return withWorkFolder(tools, input, async (folder) => {
		const middle = facts.durationMs / 3000;
		const attempts = [
			{ from: 0, brightOnly: true },
			{ from: middle, brightOnly: true },
			{ from: 0, brightOnly: false },
		];
		let stderr = '';
		for (const attempt of attempts) {
			const args = posterArguments(tools, facts, { ...attempt, ...size });
			const options = { folder, seconds: posterSeconds, outputBytes: posterBytes, signal };
			stderr = (await runConfined(tools.confinement, tools.ffmpeg, args, options)).stderr;
			if (await hasContent(join(folder, outputName))) return { ...size, bytes: await moveOutput(folder, output) };
		}
		throw new VideoRejected('broken', stderr);
	});
}

function posterArguments(
	tools: VideoTools,
	facts: VideoMetadata,
	{ from, brightOnly, width, height }: { from: number; brightOnly: boolean; width: number; height: number },
): string[] {
	const bright = 'blackframe=amount=0:threshold=40,metadata=select:key=lavfi.blackframe.pblack:value=90:function=less';
	const filters = [
		`fps=${framesPerSecond}:round=up`,
		...scaleFilters({ width, height, hdr: tools.toneMapping ? facts.hdr : null }),
		...(brightOnly ? [bright] : []),
		`thumbnail=${stretchSeconds * framesPerSecond}`,
		'format=rgb24',
	];
	return [
		...globalArguments(),
		...['-ss', `${from}`, '-t', `${stretchSeconds}`],
		...inputArguments(facts.container),
		...['-i', `file:${inputName}`],
		...selectArguments({ video: facts.videoStream, audio: null }),
		...['-vf', filters.join(','), '-frames:v', '1'],
		...['-c:v', 'png', '-f', 'image2', '-update', '1', `file:${outputName}`],
	];
}

async function hasContent(path: string): Promise<boolean> {
	const facts = await stat(path).catch(() => null);
	return facts !== null && facts.size > 0;
}
