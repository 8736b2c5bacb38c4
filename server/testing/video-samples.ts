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

/** A sample: sources of lavfi, and options of ffmpeg. In the options, A stands for the number of the input with the sound. */
interface Recipe {
	video?: string;
	audio?: string;
	options: readonly string[];
}

function testVideo(size: string, seconds: number, rate = 25): string {
	return `testsrc2=s=${size}:d=${seconds}:r=${rate}`;
}
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const quietHevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];

/** Runs the system's ffmpeg without a sandbox, for trusted files. */
export async function runFfmpeg(...args: string[]): Promise<void> {
	await execute('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '5'];
const tone = (seconds: number) => `sine=d=${seconds}`;

const recipes = {
	'phone.mp4': {
		video: testVideo('320x240', 2),
		audio: tone(2),
		options: [...h264, '-c:a', 'aac', '-metadata', 'location=+12.0+008.5/'],
	},
	'silent.mp4': { video: testVideo('320x240', 2), options: h264 },
	'odd.avi': { video: testVideo('323x241', 1), options: mpeg4 },
	'windows.avi': { video: testVideo('320x240', 2), audio: tone(2), options: [...mpeg4, '-c:a', 'libmp3lame'] },
	'ten-bit.mp4': {
		video: testVideo('320x240', 1),
		options: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'],
	},
	'hlg.mp4': {
		video: testVideo('320x240', 1),
		options: [...quietHevc, ...['-pix_fmt', 'yuv420p10le', '-color_trc', 'arib-std-b67', '-color_primaries', 'bt2020']],
	},
	'wide-pixels.mp4': { video: testVideo('160x240', 1), options: [...h264, '-vf', 'setsar=2'] },
	'fragments.mp4': { video: testVideo('320x240', 2), options: [...h264, '-movflags', 'frag_keyframe+empty_moov'] },
	'dark-start.mp4': {
		video: testVideo('320x240', 4),
		options: [...h264, '-vf', "drawbox=color=black:t=fill:enable='lt(t,3)'"],
	},
	// The frame at 3 s is shown until 6 s. From then on, the frames are black.
	'gap.mp4': {
		video: 'color=white:s=320x240:d=9:r=5',
		audio: tone(9),
		options: [
			...[...h264, '-fps_mode', 'vfr'],
			...['-vf', "drawbox=color=black:t=fill:enable='gte(t,6)',select='not(between(t,3.1,5.9))'"],
		],
	},
	'dark.mp4': { video: 'color=black:s=320x240:d=1', options: h264 },
	'eleven-minutes.mp4': { video: testVideo('64x64', 660, 1), options: h264 },
	'ten-minutes.mp4': { video: testVideo('64x64', 600, 1), options: h264 },
	'nine-streams.mp4': {
		video: testVideo('64x64', 1),
		audio: tone(1),
		options: [...h264, ...Array.from({ length: 7 }, () => ['-map', 'A']).flat()],
	},
	'sound-only.mp4': { audio: tone(1), options: ['-c:a', 'aac'] },
	'slow-motion.mp4': { video: testVideo('64x64', 1, 240), options: h264 },
	'frame.mp4': { video: testVideo('64x64', 0.04), options: h264 },
	// Larger than the largest rendition, with the colours of HD.
	'untagged.mp4': { video: testVideo('1312x738', 0.5, 10), options: h264 },
	'long-sound.mp4': { video: testVideo('320x240', 1), audio: tone(3), options: h264 },
	'short-sound.mp4': { video: testVideo('320x240', 3), audio: tone(1), options: h264 },
	'sixty.mp4': { video: testVideo('64x64', 1, 60), options: h264 },
	'huge.mp4': { video: testVideo('5120x2880', 0.1, 10), options: h264 },
	'magicyuv.avi': { video: testVideo('64x64', 1), options: ['-c:v', 'magicyuv'] },
	'raw.avi': { video: testVideo('64x64', 1), options: ['-c:v', 'rawvideo', '-pix_fmt', 'yuv420p'] },
	'keys.mp4': { video: testVideo('320x240', 4), audio: tone(4), options: [...h264, '-bf', '2', '-g', '50'] },
	// The upper half of the video is red, so that tests can detect its orientation.
	'upright.mov': {
		video: 'color=blue:s=320x240:d=1:r=25',
		options: ['-vf', 'drawbox=h=120:color=red:t=fill', ...quietHevc],
	},
} as const satisfies Record<string, Recipe>;

/** Makes all recipes with one start of ffmpeg, because its start takes longer than most encodes. */
async function makeRecipes(path: (name: keyof typeof recipes) => string): Promise<void> {
	const inputs: string[] = [];
	const outputs: string[] = [];
	for (const [name, recipe] of Object.entries(recipes) as [keyof typeof recipes, Recipe][]) {
		const places = { V: '', A: '' };
		for (const [letter, source] of [['V', recipe.video] as const, ['A', recipe.audio] as const]) {
			if (source === undefined) continue;
			places[letter] = String(inputs.length / 4);
			inputs.push('-f', 'lavfi', '-i', source);
			outputs.push('-map', places[letter]);
		}
		outputs.push(...recipe.options.map((option) => (option === 'A' ? places.A : option)), path(name));
	}
	await runFfmpeg(...inputs, ...outputs);
}

export type SampleName =
	| keyof typeof recipes
	| 'turned.mov'
	| 'subtitled.mp4'
	| 'covered.mp4'
	| 'data-tracks.mov'
	| 'late-sound.mp4'
	| 'late-picture.mp4'
	| 'trimmed.mp4'
	| 'cut-sound.mp4'
	| 'five-minutes.avi';

/** Generates all sample videos in a folder. Returns a function that maps the name of a sample to its path. */
export async function makeSamples(folder: string): Promise<(name: SampleName) => string> {
	function path(name: SampleName): string {
		return join(folder, name);
	}
	await makeRecipes(path);

	const lines = join(folder, 'lines.srt');
	await writeFile(lines, '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
	const phone = ['-i', path('phone.mp4')];
	const cover = ['-f', 'lavfi', '-i', 'color=red:s=64x64:d=0.04:r=25'];
	const coverOptions = ['-c', 'copy', '-c:v:1', 'png', '-disposition:v:1', 'attached_pic'];
	// Tracks that start at other times than those of the phone.
	const [lateSound, latePicture] = [
		['-itsoffset', '0.7', ...phone],
		['-itsoffset', '0.8', ...phone],
	];
	await runFfmpeg(
		...[...phone, '-i', lines, ...cover, ...lateSound, ...latePicture, '-ss', '0.5', ...phone],
		...['-ss', '2.5', '-i', path('keys.mp4'), '-i', path('upright.mov')],
		...['-stream_loop', '299', '-i', path('odd.avi')],
		...['-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'mov_text', path('subtitled.mp4')],
		...['-map', '0', '-map', '2', ...coverOptions, path('covered.mp4')],
		...['-map', '0', '-c', 'copy', '-timecode', '00:00:00:00', join(folder, 'timecode.mov')],
		// Copies whose tracks start at other times, or whose edit list hides their start.
		...['-map', '0:v', '-map', '3:a', '-c', 'copy', path('late-sound.mp4')],
		...['-map', '4:v', '-map', '0:a', '-c', 'copy', path('late-picture.mp4')],
		...['-map', '0:v', '-map', '5:a', '-c', 'copy', path('cut-sound.mp4')],
		...['-map', '6', '-c', 'copy', path('trimmed.mp4')],
		// ffmpeg writes a display matrix only with `-c copy`.
		...['-map', '7', '-c', 'copy', '-metadata:s:v', 'rotate=90', path('turned.mov')],
		...['-map', '8', '-c', 'copy', path('five-minutes.avi')],
	);
	const timecodes = Array.from({ length: 8 }, () => ['-map', '1:d']).flat();
	const twoFiles = [...phone, '-i', join(folder, 'timecode.mov')];
	await runFfmpeg(...twoFiles, '-map', '0', ...timecodes, '-c', 'copy', path('data-tracks.mov'));
	return path;
}
