import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { makeFileOnce } from './make-file-once.ts';

const seconds = 4;
// ffmpeg arguments for a scene: red on the left, blue on the right, a moving pattern between the colours.
const testScene = (size: string, length = seconds) => [
	...['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=${length}:r=25`],
	...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${length}`],
	...['-vf', 'drawbox=0:0:iw/3:ih:red:fill,drawbox=iw*2/3:0:iw/3:ih:blue:fill', '-shortest'],
];

/** ffmpeg arguments for H.264 with a constant rate in bits per second. */
const constantRate = (rate: string) => [
	...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
	...['-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-x264-params', 'nal-hrd=cbr:force-cfr=1'],
];

export const hugeVideoSeconds = 6;

const videoRecipes = {
	/** Video from a phone in portrait: HEVC in landscape with rotation metadata. */
	'phone.mov': [
		...testScene('640x360'),
		...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'],
		...['-pix_fmt', 'yuv420p', '-c:a', 'aac'],
	],
	/** Video in 1080p, larger than the upload limit of 50 MB. */
	'huge.mp4': [...testScene('1920x1080', hugeVideoSeconds), ...constantRate('80000k')],
	/** Video with few pixels but several megabytes, so that an upload takes time and the app does not shrink the video. */
	'heavy.mp4': [...testScene('480x270', 20), ...constantRate('2400k')],
	/** Video that plays without transcoding and is long enough to seek. */
	'film.mp4': [
		...testScene('480x270', 45),
		...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
	],
} as const;

export async function makeVideo(name: keyof typeof videoRecipes): Promise<string> {
	return makeFileOnce(name, async (path) => {
		const format = { mov: 'mov', mp4: 'mp4' }[name.slice(-3)] ?? 'mp4';
		await ffmpeg(...videoRecipes[name], '-f', format, path);
		if (name !== 'phone.mov') return;
		// ffmpeg writes rotation metadata only when it copies, and counts counterclockwise. So 270 turns the video right, as on phones.
		const unrotated = `${path}.unrotated.mov`;
		await rename(path, unrotated);
		await ffmpeg('-i', unrotated, '-c', 'copy', '-metadata:s:v', 'rotate=270', '-f', format, path);
	});
}

const ffmpeg = (...args: string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);

/** Makes a text file with the extension of a video and returns its path. */
export const makeTextFileNamedMp4 = () =>
	makeFileOnce('text.mp4', (path) => writeFile(path, 'This is no video. '.repeat(100)));

const colours = { red: '#d02020', green: '#20a040', blue: '#2040d0' };

/** Makes a photo in one colour and returns its path. The pixels are in landscape, and EXIF orientation turns the photo to portrait. */
export async function makePhoto(colour: keyof typeof colours): Promise<string> {
	return makeFileOnce(`${colour}.jpg`, async (path) => {
		await sharp({ create: { width: 1600, height: 1200, channels: 3, background: colours[colour] } })
			.withMetadata({ orientation: 6 })
			.withExifMerge({ IFD0: { Make: 'Tecno', Copyright: 'The seller' } })
			.jpeg()
			.toFile(path);
	});
}

/** Makes a wide picture of three squares, red, green and blue, and returns its path. */
export async function makePictureOfThreeSquares(): Promise<string> {
	const side = 400;
	return makeFileOnce('three-squares.png', async (path) => {
		await sharp({ create: { width: 3 * side, height: side, channels: 3, background: colours.red } })
			.composite(
				[colours.green, colours.blue].map((background, index) => ({
					input: { create: { width: side, height: side, channels: 3, background } },
					left: (index + 1) * side,
					top: 0,
				})),
			)
			.png()
			.toFile(path);
	});
}
