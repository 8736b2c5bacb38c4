import {
	buildEncodeArguments,
	buildGlobalArguments,
	buildInputArguments,
	buildStreamSelectArguments,
	outputArguments,
} from './arguments.ts';
import { TranscodingError } from './errors.ts';
import type { RenditionPlan } from './plan.ts';
import { parseProbe, probeFile } from './probe.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
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
 * `onProgress` receives the finished share, 0 to 1. Throws `TranscodingError`, `VideoRejectedError` if the result has nothing to show, and
 * the reason of an aborted signal.
 */
export async function makeRendition(
	tools: VideoTools,
	input: string,
	output: string,
	plan: RenditionPlan,
	{ signal, onProgress }: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<Rendition> {
	return withWorkFolder(tools, input, async (folder) => {
		const { code, stderr } = await runConfined(tools.confinement, tools.ffmpeg, renditionArguments(tools, plan), {
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
		const { width, height, durationMs } = parseProbe(
			'mov',
			await probeFile(tools, folder, outputFileName, 'mov', signal),
		);
		return { width, height, durationMs, bytes: await moveOutput(folder, output) };
	});
}

function renditionArguments(tools: Pick<VideoTools, 'toneMapping'>, plan: RenditionPlan): string[] {
	return [
		...buildGlobalArguments(),
		...['-progress', 'pipe:1', '-stats_period', '1'],
		...buildInputArguments(plan.container),
		...['-i', `file:${inputFileName}`],
		...buildStreamSelectArguments({ video: plan.videoStream, audio: plan.audioStream }),
		...(plan.kind === 'remux'
			? ['-c', 'copy']
			: buildEncodeArguments({ ...plan.encode, hdr: tools.toneMapping ? plan.encode.hdr : null })),
		// Ends the output one second after the declared duration, even if the file contains more.
		...['-t', `${plan.durationMs / 1000 + 1}`],
		...outputArguments,
		`file:${outputFileName}`,
	];
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
