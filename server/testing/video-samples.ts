import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MeasuredVideo } from '../media-tools/transcoding/probe.ts';

const execute = promisify(execFile);

/** Metadata of an upright clip that a phone recorded, whose streams can be copied. */
export const phoneMetadata: MeasuredVideo = {
	container: 'mov',
	durationMs: 30_000,
	width: 720,
	height: 1280,
	rotation: 0,
	upright: true,
	squarePixels: true,
	interlaced: false,
	frameRate: 30,
	bitRate: 2_000_000,
	videoCodec: 'h264',
	pixelFormat: 'yuv420p',
	hdr: null,
	audioCodec: 'aac',
	videoStream: 0,
	audioStream: 1,
	colourMatrix: 'bt709',
	fileStart: 0,
	announced: { video: 30_000, audio: 30_000 },
	tracks: {
		picture: { startMs: 0, endMs: 30_000, lastMs: 29_967, hiddenMs: 0, startsWithKeyFrame: true },
		sound: { startMs: 0, endMs: 30_000, hiddenMs: 21 },
	},
};

function testVideo(size: string, seconds: number, rate = 25): string[] {
	return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=${seconds}:r=${rate}`];
}
function testTone(seconds: number): string[] {
	return ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
}
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const quietHevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];

/** Runs the system's ffmpeg without a sandbox, for trusted files. */
export async function runFfmpeg(...args: string[]): Promise<void> {
	await execute('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

const recipes = {
	'phone.mp4': [
		...testVideo('320x240', 2),
		...testTone(2),
		...h264,
		'-c:a',
		'aac',
		'-metadata',
		'location=+12.0+008.5/',
	],
	'silent.mp4': [...testVideo('320x240', 2), ...h264],
	'odd.avi': [...testVideo('323x241', 1), '-c:v', 'mpeg4', '-q:v', '5'],
	'windows.avi': [...testVideo('320x240', 2), ...testTone(2), '-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'libmp3lame'],
	'ten-bit.mp4': [...testVideo('320x240', 1), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'],
	'hlg.mp4': [
		...testVideo('320x240', 1),
		...quietHevc,
		...['-pix_fmt', 'yuv420p10le', '-color_trc', 'arib-std-b67', '-color_primaries', 'bt2020'],
	],
	'wide-pixels.mp4': [...testVideo('160x240', 1), ...h264, '-vf', 'setsar=2'],
	'fragments.mp4': [...testVideo('320x240', 2), ...h264, '-movflags', 'frag_keyframe+empty_moov'],
	'dark-start.mp4': [...testVideo('320x240', 4), ...h264, ...['-vf', "drawbox=color=black:t=fill:enable='lt(t,3)'"]],
	// The frame at 3 s is shown until 6 s. From then on, the frames are black.
	'gap.mp4': [
		...['-f', 'lavfi', '-i', 'color=white:s=320x240:d=9:r=5', ...testTone(9), ...h264, '-fps_mode', 'vfr'],
		...['-vf', "drawbox=color=black:t=fill:enable='gte(t,6)',select='not(between(t,3.1,5.9))'"],
	],
	'dark.mp4': ['-f', 'lavfi', '-i', 'color=black:s=320x240:d=1', ...h264],
	'eleven-minutes.mp4': [...testVideo('64x64', 660, 1), ...h264],
	'ten-minutes.mp4': [...testVideo('64x64', 600, 1), ...h264],
	'nine-streams.mp4': [
		...testVideo('64x64', 1),
		...testTone(1),
		...h264,
		...['-map', '0:v', ...Array.from({ length: 8 }, () => ['-map', '1:a']).flat()],
	],
	'sound-only.mp4': [...testTone(1), '-c:a', 'aac'],
	'slow-motion.mp4': [...testVideo('64x64', 1, 240), ...h264],
	'frame.mp4': [...testVideo('64x64', 0.04), ...h264],
	'untagged.mp4': [...testVideo('1920x1080', 1, 10), ...h264],
	'long-sound.mp4': [...testVideo('320x240', 1), ...testTone(3), ...h264],
	'short-sound.mp4': [...testVideo('320x240', 3), ...testTone(1), ...h264],
	'sixty.mp4': [...testVideo('64x64', 1, 60), ...h264],
	'huge.mp4': [...testVideo('5120x2880', 0.1, 10), ...h264],
	'magicyuv.avi': [...testVideo('64x64', 1), '-c:v', 'magicyuv'],
	'raw.avi': [...testVideo('64x64', 1), '-c:v', 'rawvideo', '-pix_fmt', 'yuv420p'],
	'minute.avi': [...testVideo('640x360', 60), '-c:v', 'mpeg4', '-q:v', '9'],
} as const satisfies Record<string, string[]>;

export type SampleName =
	| keyof typeof recipes
	| 'turned.mov'
	| 'subtitled.mp4'
	| 'covered.mp4'
	| 'data-tracks.mov'
	| 'late-sound.mp4'
	| 'late-picture.mp4'
	| 'trimmed.mp4'
	| 'cut-sound.mp4';

/** Generates all sample videos in a folder. Returns a function that maps the name of a sample to its path. */
export async function makeSamples(folder: string): Promise<(name: SampleName) => string> {
	function path(name: SampleName): string {
		return join(folder, name);
	}
	for (const [name, recipe] of Object.entries(recipes)) await runFfmpeg(...recipe, join(folder, name));

	const lines = join(folder, 'lines.srt');
	await writeFile(lines, '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
	const args = ['-i', path('phone.mp4'), '-i', lines, '-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'mov_text'];
	await runFfmpeg(...args, path('subtitled.mp4'));

	const cover = ['-f', 'lavfi', '-i', 'color=red:s=64x64:d=0.04:r=25'];
	await runFfmpeg(
		'-i',
		path('phone.mp4'),
		...cover,
		'-map',
		'0',
		'-map',
		'1',
		'-c',
		'copy',
		'-c:v:1',
		'png',
		'-disposition:v:1',
		'attached_pic',
		path('covered.mp4'),
	);
	const timecodes = Array.from({ length: 8 }, () => ['-map', '1:d']).flat();
	await runFfmpeg('-i', path('phone.mp4'), '-c', 'copy', '-timecode', '00:00:00:00', join(folder, 'timecode.mov'));
	await runFfmpeg(
		'-i',
		path('phone.mp4'),
		'-i',
		join(folder, 'timecode.mov'),
		'-map',
		'0',
		...timecodes,
		'-c',
		'copy',
		path('data-tracks.mov'),
	);

	// Copies whose tracks start at other times, or whose edit list hides their start.
	const [phone, copy] = [path('phone.mp4'), ['-map', '0:v', '-map', '1:a', '-c', 'copy']];
	await runFfmpeg('-i', phone, '-itsoffset', '0.7', '-i', phone, ...copy, path('late-sound.mp4'));
	await runFfmpeg('-itsoffset', '0.8', '-i', phone, '-i', phone, ...copy, path('late-picture.mp4'));
	const keys = join(folder, 'keys.mp4');
	await runFfmpeg(...testVideo('320x240', 4), ...testTone(4), ...h264, '-bf', '2', '-g', '50', keys);
	await runFfmpeg('-ss', '2.5', '-i', keys, '-c', 'copy', path('trimmed.mp4'));
	await runFfmpeg('-i', phone, '-ss', '0.5', '-i', phone, ...copy, path('cut-sound.mp4'));

	const upright = join(folder, 'upright.mov');
	// The upper half of the video is red, so that tests can detect its orientation.
	const red = ['-f', 'lavfi', '-i', 'color=blue:s=320x240:d=1:r=25', '-vf', 'drawbox=h=120:color=red:t=fill'];
	await runFfmpeg(...red, ...quietHevc, upright);
	// ffmpeg writes a display matrix only with `-c copy`.
	await runFfmpeg('-i', upright, '-c', 'copy', '-metadata:s:v', 'rotate=90', path('turned.mov'));
	return path;
}
