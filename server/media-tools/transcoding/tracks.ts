import * as limits from '../../../contract/core/limits.ts';
import { buildProbeArguments } from './arguments.ts';
import type { ContainerFormat } from './container.ts';
import { TranscodingError } from './errors.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';

/** When a track is shown or heard, in milliseconds from the start of the file. */
export type Track = {
	startMs: number;
	endMs: number;
	/** Milliseconds that the file contains but hides by an edit list. Encoders hide a few hundredths of a second of sound. */
	hiddenMs: number;
};

/** The tracks of a video that a rendition contains. */
export type VideoTracks = {
	/** `lastMs` is the start of the last frame. */
	picture: Track & { lastMs: number; startsWithKeyFrame: boolean };
	sound: Track | null;
};

export type MeasuredTracks = VideoTracks & {
	/** Number of frames of the picture, including hidden ones. */
	frames: number;
	keyFrames: number;
};

/** Largest difference in milliseconds between a track and its copy. */
export const maxTrackDifference = 40;
/**
 * Largest time in milliseconds by which the sound may end before or after the picture in a video whose streams are copied. Phones end both at
 * slightly different times, and players bear it.
 */
export const maxEndDifference = 250;
/** Most milliseconds of hidden sound that an encoder needs to start. More is sound that someone has cut off. */
const maxHiddenSound = 150;
/** Mean milliseconds between key frames up to which the key frames stand for all frames. Phones make one each second. */
const maxKeyFrameInterval = 2000;

/**
 * Returns false if too few frames of a stream can be decoded. Of a stream with frequent key frames, only these are decoded, because decoding
 * all frames of ten minutes takes a minute. Throws `TranscodingError`.
 */
export async function canDecode(
	tools: VideoTools,
	folder: string,
	name: string,
	{
		container,
		video,
		tracks: { picture, frames, keyFrames },
		seconds,
		signal,
	}: {
		container: ContainerFormat;
		video: number;
		tracks: MeasuredTracks;
		seconds: number;
		signal?: AbortSignal | undefined;
	},
): Promise<boolean> {
	const onlyKeyFrames = keyFrames * maxKeyFrameInterval >= picture.endMs - picture.startMs;
	const args = ['-hide_banner', '-loglevel', 'fatal', ...buildProbeArguments(container)];
	if (onlyKeyFrames) args.push('-skip_frame', 'nokey');
	args.push('-select_streams', String(video), '-show_entries', 'frame=media_type', '-of', 'csv=p=0');
	let decoded = 0;
	const { code, stderr } = await runConfined(tools.confinement, tools.ffprobe, [...args, '-i', `file:${name}`], {
		folder,
		seconds,
		outputBytes: 1,
		signal,
		onLine(line) {
			if (line.startsWith('video')) decoded += 1;
		},
	});
	if (code !== 0) throw new TranscodingError('failed', `ffprobe ended with ${code}: ${stderr}`);
	return isComplete(decoded, onlyKeyFrames ? keyFrames : frames);
}

/** Collects the packets of one stream, with times in seconds. */
export function createTrackMeter() {
	let start = Number.POSITIVE_INFINITY;
	let end = Number.NEGATIVE_INFINITY;
	let last = Number.NEGATIVE_INFINITY;
	let hidden = 0;
	let frames = 0;
	let keyFrames = 0;
	let startsWithKeyFrame: boolean | null = null;
	return {
		/** Adds a packet. `flags` contains K for a key frame, and D for a packet that an edit list hides. */
		add(packetStart: number, duration: number, flags: string) {
			startsWithKeyFrame ??= flags.includes('K');
			frames += 1;
			if (flags.includes('K')) keyFrames += 1;
			if (flags.includes('D')) {
				hidden += duration;
				return;
			}
			start = Math.min(start, packetStart);
			last = Math.max(last, packetStart);
			end = Math.max(end, packetStart + duration);
		},
		/** Returns the times of the track. `fileStart` is the start time of the file in seconds. */
		read(fileStart: number): VideoTracks['picture'] | null {
			if (startsWithKeyFrame === null || end <= start) return null;
			const [startMs = 0, endMs = 0, lastMs = 0] = [start, end, last].map((time) => toMs(time - fileStart));
			return { startMs, endMs, lastMs, hiddenMs: toMs(hidden), startsWithKeyFrame };
		},
		count: () => ({ frames, keyFrames }),
	};
}

function toMs(seconds: number): number {
	return Math.round(seconds * 1000);
}

/** Returns the milliseconds from the start of a file to the end of its last track. */
export function getEnd({ picture, sound }: VideoTracks): number {
	return Math.max(picture.endMs, sound?.endMs ?? 0);
}

/**
 * Returns true if players show all copies of these tracks alike: both begin with the file and end together, and nothing of the picture is
 * hidden. Fragmented files and old players have no edit lists, which could change that.
 */
export function canCopyTracks(tracks: VideoTracks): boolean {
	const { picture, sound } = tracks;
	return (
		picture.startsWithKeyFrame &&
		picture.hiddenMs === 0 &&
		(sound?.hiddenMs ?? 0) <= maxHiddenSound &&
		[picture, sound].every(
			(track) =>
				track === null || (track.startMs <= maxTrackDifference && getEnd(tracks) - track.endMs <= maxEndDifference),
		)
	);
}

/** Returns true if both tracks of a copy start and end when those of its source do. */
export function areTracksEqual(source: VideoTracks, copy: VideoTracks): boolean {
	if (!copy.picture.startsWithKeyFrame || (source.sound === null) !== (copy.sound === null)) return false;
	return (['picture', 'sound'] as const).every((name) => {
		const [one, other] = [source[name], copy[name]];
		const differences = one && other ? [one.startMs - other.startMs, one.endMs - other.endMs] : [];
		return differences.every((difference) => Math.abs(difference) <= maxTrackDifference);
	});
}

/** Returns true if a file has enough of what it announces: the milliseconds of a track, or its frames. */
export function isComplete(present: number, announced: number): boolean {
	return present >= announced * limits.completeVideoShare;
}
