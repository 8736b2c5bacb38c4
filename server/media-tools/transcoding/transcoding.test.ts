import { execFile, spawn } from 'node:child_process';
import {
	appendFile,
	chmod,
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	readlink,
	rm,
	stat,
	truncate,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeSamples, runFfmpeg, type SampleName } from '../../testing/video-samples.ts';
import { buildInputArguments } from './arguments.ts';
import { listConfinements } from './confinement.ts';
import {
	createEarlyProbe,
	describeConfinement,
	findVideoTools,
	fitPoster,
	isFragmentedCopyEqual,
	type MeasuredVideo,
	makeFragmentedCopy,
	makePoster,
	makeRendition,
	measureVideo,
	planRenditions,
	probeVideo,
	type RenditionPlan,
	TranscodingError,
	type VideoCut,
	VideoRejectedError,
	type VideoRejectionReason,
	type VideoTools,
} from './index.ts';
import { runConfined } from './run-confined.ts';

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
let folder: string;
let tools: VideoTools;
let sample: (name: SampleName) => string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'transcoding-'));
	await mkdir(join(folder, 'work'));
	const result = await findVideoTools({ workFolder: join(folder, 'work') });
	if (!result.found) throw new Error(result.sentence);
	tools = result.tools;
	sample = await makeSamples(folder);
}, 180_000);
afterEach(async () => {
	expect(await readdir(tools.workFolder)).toEqual([]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A silent video of two segments, encoded once: the first rendition of `dark-start.mp4`, with its fragmented copy. */
let encoded: Awaited<ReturnType<typeof makeCopy>>;
beforeAll(async () => {
	encoded = await makeCopy('encoded.mp4', sample('dark-start.mp4'));
}, 180_000);

function output(name: string): string {
	return join(folder, `out-${name}`);
}

const measured = new Map<string, Promise<MeasuredVideo>>();

/** Measures a file that does not change. Each is measured once. */
function measure(path: string): Promise<MeasuredVideo> {
	const measuring = measured.get(path) ?? measureVideo(tools, path);
	measured.set(path, measuring);
	return measuring;
}

/** Inspects a file with ffprobe, without a sandbox. */
async function inspect(path: string): Promise<{ streams: Record<string, unknown>[]; json: string }> {
	const { stdout } = await execute('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]);
	return { streams: JSON.parse(stdout).streams, json: stdout };
}

/** Makes the first rendition of a video. */
async function makeFirst(
	path: string,
	name: string,
	{ copy = true, onProgress }: { copy?: boolean; onProgress?: (share: number) => void } = {},
) {
	const metadata = await measure(path);
	const [plan] = planRenditions(metadata, { copy });
	if (plan === undefined) throw new Error('nothing planned');
	const rendition = await makeRendition(tools, path, output(name), plan, onProgress ? { onProgress } : {});
	expect(rendition.bytes).toBe((await stat(output(name))).size);
	return { metadata, plan, rendition };
}

const makeFirstAndInspect = async (...args: Parameters<typeof makeFirst>) => {
	const made = await makeFirst(...args);
	return { ...made, ...(await inspect(output(args[1]))) };
};

async function makeCopy(name: string, path: string) {
	const first = await makeFirstAndInspect(path, name, { copy: false });
	const target = output(`fragmented-${name}`);
	const { durationMs, bytes } = first.rendition;
	const copy = await makeFragmentedCopy(tools, output(name), target, { durationMs, bytes });
	return { ...first, target, copy, file: await readFile(target) };
}

async function getRejection(path: string): Promise<VideoRejectionReason | null> {
	try {
		await probeVideo(tools, path);
		return null;
	} catch (error) {
		if (error instanceof VideoRejectedError) return error.reason;
		throw error;
	}
}

async function colourAt(path: string, x: number): Promise<'red' | 'blue'> {
	const pixel = await sharp(path).extract({ left: x, top: 160, width: 1, height: 1 }).raw().toBuffer();
	return (pixel[0] ?? 0) > (pixel[2] ?? 0) ? 'red' : 'blue';
}

/** Lists the command lines of processes whose working directory is in the tests' work folders. */
async function listChildren(): Promise<string[]> {
	const result: string[] = [];
	for (const id of await readdir('/proc')) {
		if (!/^\d+$/.test(id)) continue;
		const cwd = await readlink(`/proc/${id}/cwd`).catch(() => '');
		if (cwd.startsWith(tools.workFolder)) result.push(await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
	}
	return result;
}
async function waitForEncoding(): Promise<void> {
	await vi.waitFor(async () => expect((await listChildren()).join()).toMatch(/^[^\0]*ffmpeg\0/), { timeout: 30_000 });
}
async function waitForNoChildren(): Promise<void> {
	await vi.waitFor(async () => expect(await listChildren()).toEqual([]), { timeout: 30_000 });
}

describe('accepted videos', () => {
	test('remuxes a phone video and strips its location', async () => {
		expect((await inspect(sample('phone.mp4'))).json).toContain('+12.0');
		const { metadata, plan, rendition, streams, json } = await makeFirstAndInspect(sample('phone.mp4'), 'phone.mp4');
		expect(metadata).toMatchObject({ width: 320, height: 240, frameRate: 25, videoCodec: 'h264', audioCodec: 'aac' });
		expect(plan.kind).toBe('remux');
		expect(rendition).toMatchObject({ width: 320, height: 240 });
		expect(Math.abs(rendition.durationMs - 2000)).toBeLessThan(100);
		expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
		expect(json).not.toContain('+12.0');
		const bytes = await readFile(output('phone.mp4'), 'latin1');
		expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
	});

	test('encodes a rotated HEVC video as upright H.264', async () => {
		const { metadata, plan, rendition, streams } = await makeFirstAndInspect(sample('turned.mov'), 'turned.mp4');
		expect(metadata).toMatchObject({ width: 240, height: 320, upright: false, videoCodec: 'hevc', audioCodec: null });
		expect([90, 270]).toContain(metadata.rotation);
		expect(plan.kind).toBe('encode');
		expect(rendition).toMatchObject({ width: 240, height: 320 });
		expect(streams).toMatchObject([{ codec_name: 'h264', width: 240, height: 320, pix_fmt: 'yuv420p' }]);
		expect(streams[0]).not.toHaveProperty('side_data_list');

		await makePoster(tools, output('turned.mp4'), output('turned.png'), await probeVideo(tools, output('turned.mp4')));
		await makePoster(tools, sample('turned.mov'), output('source.png'), metadata);
		for (const name of ['turned.png', 'source.png']) {
			const left = await colourAt(output(name), 40);
			const right = await colourAt(output(name), 200);
			// The upper half of the source is red. A clockwise quarter turn moves it to the right.
			expect([left, right]).toEqual(metadata.rotation === 90 ? ['blue', 'red'] : ['red', 'blue']);
		}
	});

	test('converts an AVI with MPEG-4 and MP3, and reports increasing progress', async () => {
		const shares: number[] = [];
		const onProgress = (share: number) => shares.push(share);
		const { metadata, streams } = await makeFirstAndInspect(sample('windows.avi'), 'windows.mp4', { onProgress });
		expect(metadata).toMatchObject({ container: 'avi', videoCodec: 'mpeg4', audioCodec: 'mp3' });
		expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
		expect(streams[1]).toMatchObject({ channels: 2, sample_rate: '48000' });
		expect(shares).toEqual([...shares].sort((a, b) => a - b));
		expect(shares.at(-1)).toBeGreaterThan(0.9);
	});

	test('keeps a silent video silent', () => {
		expect(encoded.metadata).toMatchObject({ audioCodec: null, audioStream: null });
		expect(encoded.streams).toHaveLength(1);
	});

	test('converts 10 bits to 8 and HDR to SDR', async () => {
		expect((await makeFirstAndInspect(sample('ten-bit.mp4'), 'ten-bit.mp4')).streams[0]).toMatchObject({
			pix_fmt: 'yuv420p',
		});
		const { metadata, streams } = await makeFirstAndInspect(sample('hlg.mp4'), 'hlg.mp4');
		expect(metadata.hdr).toBe('arib-std-b67');
		expect(streams[0]).toMatchObject({ pix_fmt: 'yuv420p' });
		await makePoster(tools, sample('hlg.mp4'), output('hlg.png'), metadata);
		if (tools.toneMapping) expect(streams[0]).toMatchObject({ color_transfer: 'bt709', color_space: 'bt709' });
	});

	test.each(['subtitled.mp4', 'covered.mp4', 'data-tracks.mov'] as const)(
		'drops all tracks but picture and sound of %s',
		async (name) => {
			expect((await inspect(sample(name))).streams.length).toBeGreaterThan(2);
			const { streams } = await makeFirstAndInspect(sample(name), 'two-tracks.mp4');
			expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
		},
	);

	test('reduces slow motion to 60 frames per second', async () => {
		const { metadata, streams } = await makeFirstAndInspect(sample('slow-motion.mp4'), 'slow-motion.mp4');
		expect(metadata.frameRate).toBe(240);
		expect(streams).toMatchObject([{ avg_frame_rate: '60/1', nb_frames: '60' }]);
	});

	test('names BT.709 in each size of an HD video that names no colours, and keeps its colours', async () => {
		const source = sample('untagged.mp4');
		expect((await inspect(source)).streams[0]).not.toHaveProperty('color_space');
		const metadata = await measure(source);
		const plans = planRenditions(metadata);
		expect(plans.map(({ lines }) => lines)).toEqual([720, 480, 240]);
		// The red of the test pattern, decoded as players decode it.
		const expected = await readPixel(source, 'bt709');
		for (const plan of plans) {
			await makeRendition(tools, source, output('tagged.mp4'), plan);
			const tags = { color_space: 'bt709', color_primaries: 'bt709', color_transfer: 'bt709' };
			expect((await inspect(output('tagged.mp4'))).streams[0]).toMatchObject(tags);
			const pixel = await readPixel(output('tagged.mp4'), 'auto');
			expect(Math.max(...pixel.map((value, at) => Math.abs(value - (expected[at] ?? 0))))).toBeLessThan(12);
		}
		await makePoster(tools, source, output('tagged.png'), metadata, { at: 0 });
		const poster = await readPixel(output('tagged.png'), 'auto');
		expect(Math.max(...poster.map((value, at) => Math.abs(value - (expected[at] ?? 0))))).toBeLessThan(12);
	});

	/** Decodes the first frame and returns the average red, green and blue at its left edge. */
	async function readPixel(path: string, matrix: string): Promise<number[]> {
		const filter = `crop=iw/8:ih/8:0:ih/2,scale=1:1:flags=area:in_color_matrix=${matrix}`;
		const args = [
			'-v',
			'error',
			'-i',
			path,
			'-frames:v',
			'1',
			'-vf',
			filter,
			'-f',
			'rawvideo',
			'-pix_fmt',
			'rgb24',
			'-',
		];
		return [...(await execute('ffmpeg', args, { encoding: 'buffer' })).stdout];
	}

	test('makes sides even and pixels square', async () => {
		expect((await makeFirst(sample('odd.avi'), 'odd.mp4')).rendition).toMatchObject({ width: 322, height: 240 });
		const { metadata, streams } = await makeFirstAndInspect(sample('wide-pixels.mp4'), 'wide.mp4');
		expect(metadata).toMatchObject({ width: 320, height: 240, squarePixels: false });
		expect(streams[0]).toMatchObject({ width: 320, height: 240, sample_aspect_ratio: '1:1' });
	});

	test('accepts ten minutes and 60 frames per second', async () => {
		expect((await probeVideo(tools, sample('ten-minutes.mp4'))).durationMs).toBe(600_000);
		expect((await probeVideo(tools, sample('sixty.mp4'))).frameRate).toBe(60);
	});

	test('sets a key frame every two seconds', async () => {
		const args = ['-v', 'error', '-skip_frame', 'nokey', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
		const { stdout } = await execute('ffprobe', [...args, output('encoded.mp4')]);
		const times = stdout
			.trim()
			.split('\n')
			.map((line) => Number.parseFloat(line));
		expect(times[0]).toBe(0);
		expect(times).toContain(2);
	});

	test.runIf(isRoot)('copies a file with mode 0600 and keeps its mode', async () => {
		const path = join(folder, 'private.mp4');
		await copyFile(sample('silent.mp4'), path);
		await chmod(path, 0o600);
		await makeFirst(path, 'private-out.mp4');
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect((await stat(output('private-out.mp4'))).uid).toBe(0);
	});
});

describe('fragmented copies', () => {
	test('hold the same streams, in segments of two seconds that cover the file', async () => {
		const { rendition, streams, target, copy, file } = encoded;
		expect(copy.bytes).toBe(file.length);
		const copied = (await inspect(target)).streams;
		const facts = (list: typeof streams) =>
			list.map(({ codec_name, width, nb_frames }) => [codec_name, width, nb_frames]);
		expect(facts(copied).map(([codec, width]) => [codec, width])).toEqual(
			facts(streams).map(([codec, width]) => [codec, width]),
		);
		let [time, offset] = [0, copy.segments[0]?.offset ?? 0];
		for (const segment of copy.segments) {
			expect(segment.offset).toBe(offset);
			expect(segment.start).toBeCloseTo(time);
			expect(file.toString('latin1', segment.offset + 4, segment.offset + 8)).toBe('moof');
			[time, offset] = [time + segment.duration, offset + segment.bytes];
		}
		expect(copy.segments.length).toBeGreaterThan(1);
		expect(time).toBeCloseTo(rendition.durationMs / 1000, 0);
		// After the last segment stands only the index for reading from the end, if any.
		expect(file.length - offset).toBeLessThan(1000);
	});

	test('say which segments start with a key frame', async () => {
		expect(encoded.copy.segments.every(({ startsWithKeyFrame }) => startsWithKeyFrame)).toBe(true);
		const args = ['-v', 'error', '-i', output('encoded.mp4'), '-c:v', 'libx264', '-g', '1000', '-sc_threshold', '0'];
		await execute('ffmpeg', [...args, '-c:a', 'copy', output('one-key.mp4')]);
		const { size: bytes } = await stat(output('one-key.mp4'));
		const file = { durationMs: 5000, bytes };
		const one = await makeFragmentedCopy(tools, output('one-key.mp4'), output('one-key-copy.mp4'), file);
		expect(one.segments.map(({ startsWithKeyFrame }) => startsWithKeyFrame)).toEqual(
			one.segments.map((_, place) => place === 0),
		);
		expect(one.segments.length).toBeGreaterThan(1);
	});

	test('play from their first segment alone, without what follows', async () => {
		const { copy, file } = encoded;
		const [first] = copy.segments;
		await writeFile(output('head-only.mp4'), file.subarray(0, (first?.offset ?? 0) + (first?.bytes ?? 0)));
		const args = ['-v', 'error', '-select_streams', 'v', '-count_frames', '-show_entries', 'stream=nb_read_frames'];
		const { stdout } = await execute('ffprobe', [...args, '-of', 'csv=p=0', output('head-only.mp4')]);
		expect(Number.parseInt(stdout, 10)).toBeGreaterThan(10);
	});

	test('name the codecs of video and sound', async () => {
		const { copy } = await makeCopy('sound.mp4', sample('phone.mp4'));
		expect(copy.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
		expect(encoded.copy.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/);
	});

	/** Makes the first rendition of a sample and its fragmented copy. Returns the track times of both files in seconds. */
	async function makeTimes(name: SampleName) {
		const { rendition, plan, metadata } = await makeFirst(sample(name), 'times.mp4');
		const copy = await makeFragmentedCopy(tools, output('times.mp4'), output('times-copy.mp4'), rendition);
		expect(await isFragmentedCopyEqual(tools, output('times.mp4'), output('times-copy.mp4'))).toBe(true);
		const { tracks } = await measureVideo(tools, output('times.mp4'));
		return { metadata, plan, rendition, copy, tracks };
	}

	test.each<[SampleName, { durationMs: number; firstSoundMs: number; kind: RenditionPlan['kind'] }]>([
		['phone.mp4', { durationMs: 2000, firstSoundMs: 0, kind: 'remux' }],
		['fragments.mp4', { durationMs: 2000, firstSoundMs: 0, kind: 'remux' }],
		['late-sound.mp4', { durationMs: 2720, firstSoundMs: 700, kind: 'encode' }],
		['late-picture.mp4', { durationMs: 2800, firstSoundMs: 0, kind: 'encode' }],
		['long-sound.mp4', { durationMs: 3000, firstSoundMs: 0, kind: 'encode' }],
		['short-sound.mp4', { durationMs: 3000, firstSoundMs: 0, kind: 'encode' }],
		['trimmed.mp4', { durationMs: 1500, firstSoundMs: 0, kind: 'encode' }],
		['cut-sound.mp4', { durationMs: 2000, firstSoundMs: 0, kind: 'encode' }],
	])(
		'of %s begin with picture and sound and last until the end of both',
		async (name, { durationMs, firstSoundMs, kind }) => {
			const { plan, rendition, copy, tracks } = await makeTimes(name);
			expect(plan.kind).toBe(kind);
			for (const track of [tracks.picture, tracks.sound]) {
				if (track === null) continue;
				expect(Math.abs(track.startMs)).toBeLessThanOrEqual(40);
				expect(Math.abs(track.endMs - durationMs)).toBeLessThanOrEqual(40);
			}
			expect(Math.abs(rendition.durationMs - durationMs)).toBeLessThanOrEqual(40);
			const [first, last] = [copy.segments[0], copy.segments.at(-1)];
			expect(first).toMatchObject({ start: 0, startsWithKeyFrame: true });
			expect(Math.abs(((last?.start ?? 0) + (last?.duration ?? 0)) * 1000 - durationMs)).toBeLessThanOrEqual(40);
			if (tracks.sound) {
				const silence = await measureSilence(output('times-copy.mp4'));
				expect(Math.abs(silence - firstSoundMs)).toBeLessThanOrEqual(60);
			}
			// 1.5 seconds at 25 frames per second: the half second that the trim has hidden is not in the file.
			if (name === 'trimmed.mp4')
				expect(Math.abs((await countPictures(output('times-copy.mp4'))) - 37)).toBeLessThanOrEqual(2);
		},
	);

	/** Returns the milliseconds of silence at the start of a file. */
	async function measureSilence(path: string): Promise<number> {
		const args = ['-v', 'info', '-i', path, '-af', 'silencedetect=noise=-50dB:d=0.1', '-vn', '-f', 'null', '-'];
		const { stderr } = await execute('ffmpeg', args);
		const [, start = '1', end = '0'] = /silence_start: (\S+)[\s\S]*?silence_end: (\S+)/.exec(stderr) ?? [];
		return Number(start) < 0.1 ? Number(end) * 1000 : 0;
	}

	async function countPictures(path: string): Promise<number> {
		const entries = ['-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0'];
		const { stdout } = await execute('ffprobe', ['-v', 'error', '-select_streams', 'v', ...entries, path]);
		return Number.parseInt(stdout, 10);
	}

	test('have an index with right positions where a frame stays longer than a fragment', async () => {
		const { copy } = await makeTimes('gap.mp4');
		const file = await readFile(output('times-copy.mp4'));
		for (const { offset } of copy.segments) expect(file.toString('latin1', offset + 4, offset + 8)).toBe('moof');
		const last = copy.segments.at(-1);
		expect(file.toString('latin1', (last?.offset ?? 0) + (last?.bytes ?? 0) + 4).slice(0, 4)).toBe('mfra');
	});

	test.each<SampleName>(['late-sound.mp4', 'late-picture.mp4', 'long-sound.mp4', 'trimmed.mp4'])(
		'of copied streams that start or end apart are not made, and those of an earlier version count as wrong: %s',
		async (name) => {
			const copy = ['-map', '0:v', '-map', '0:a', '-c', 'copy'];
			const flags = ['-movflags', '+cmaf+frag_keyframe+global_sidx', '-frag_duration', '500000'];
			const outputs = [...copy, output('remuxed.mp4'), ...copy, ...flags, output('old-copy.mp4')];
			await runFfmpeg('-i', sample(name), ...outputs);
			const bytes = (await stat(output('remuxed.mp4'))).size;
			const made = makeFragmentedCopy(tools, output('remuxed.mp4'), output('never.mp4'), { durationMs: 3000, bytes });
			await expect(made).rejects.toMatchObject({ reason: 'differs' });
			expect(await isFragmentedCopyEqual(tools, output('remuxed.mp4'), output('old-copy.mp4'))).toBe(false);
		},
	);

	test('of an earlier version count as right if their streams start and end together', async () => {
		await makeFirst(sample('phone.mp4'), 'right.mp4');
		const flags = ['-movflags', '+cmaf+frag_keyframe+global_sidx', '-frag_duration', '500000'];
		await runFfmpeg('-i', output('right.mp4'), '-map', '0', '-c', 'copy', ...flags, output('old-copy.mp4'));
		expect(await isFragmentedCopyEqual(tools, output('right.mp4'), output('old-copy.mp4'))).toBe(true);
	});

	test('fail with a reason if the file has no streams to copy', async () => {
		await writeFile(output('text.mp4'), 'no video');
		const made = makeFragmentedCopy(tools, output('text.mp4'), output('never.mp4'), { durationMs: 1000, bytes: 8 });
		await expect(made).rejects.toThrow(TranscodingError);
	});
});

describe('changed videos', () => {
	/** Pixels of an overlay that covers everything with one colour. */
	const fill = (width: number, height: number, colour: number[]) =>
		Buffer.concat(Array.from({ length: width * height }, () => Buffer.from(colour)));
	const red = [255, 0, 0, 255];

	test('contain a part of the source only, from the exact frame on', async () => {
		const metadata = await measure(sample('phone.mp4'));
		const plan = planRenditions(metadata, { cut: { startMs: 520, endMs: 1720 } })[0] as RenditionPlan;
		const rendition = await makeRendition(tools, sample('phone.mp4'), output('part.mp4'), plan);
		expect(Math.abs(rendition.durationMs - 1200)).toBeLessThan(50);
		const { streams } = await inspect(output('part.mp4'));
		expect(streams).toMatchObject([{ codec_name: 'h264', nb_frames: '30' }, { codec_name: 'aac' }]);
		const part = await readFrame(output('part.mp4'), 0);
		const whole = await readFrame(sample('phone.mp4'), 0.52);
		const differences = part.map((value, at) => Math.abs(value - (whole[at] ?? 0)));
		expect(differences.reduce((sum, value) => sum + value, 0) / part.length).toBeLessThan(6);
	});

	/** Decodes the frame at a time in seconds as grey pixels. */
	async function readFrame(path: string, seconds: number): Promise<Buffer> {
		const args = [
			'-v',
			'error',
			'-ss',
			`${seconds}`,
			'-i',
			path,
			'-frames:v',
			'1',
			'-f',
			'rawvideo',
			'-pix_fmt',
			'gray',
		];
		return (await execute('ffmpeg', [...args, '-'], { encoding: 'buffer' })).stdout;
	}

	test('have an overlay on every frame and keep their sound', async () => {
		const metadata = await measure(sample('phone.mp4'));
		const plan = planRenditions(metadata, { copy: false })[0] as RenditionPlan;
		const overlay = fill(plan.width, plan.height, red);
		await makeRendition(tools, sample('phone.mp4'), output('red.mp4'), plan, { overlay });
		const { streams } = await inspect(output('red.mp4'));
		expect(streams.map((stream) => [stream.codec_type, stream.nb_frames])).toEqual([
			['video', '50'],
			['audio', expect.any(String)],
		]);
		for (const seconds of [0, 1.9]) {
			const frame = await readFrame(output('red.mp4'), seconds);
			// Red as grey, in every pixel.
			expect([Math.min(...frame), Math.max(...frame)].map((value) => Math.abs(value - 76) < 6)).toEqual([true, true]);
		}
	});

	test('have a poster with an overlay', async () => {
		const metadata = await probeVideo(tools, sample('turned.mov'));
		const { width, height } = fitPoster(metadata);
		const overlay = Buffer.concat([fill(width, height / 2, red), fill(width, height / 2, [0, 0, 0, 0])]);
		await makePoster(tools, sample('turned.mov'), output('half-red.png'), metadata, { overlay });
		const pixel = async (left: number, top: number) =>
			(await sharp(output('half-red.png')).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())[0] ?? 0;
		for (const left of [40, 200]) expect(await pixel(left, 100)).toBeGreaterThan(240);
		expect(Math.min(await pixel(40, 250), await pixel(200, 250))).toBeLessThan(20);
	});

	test('have the frame at a given time as their poster, also the last one', async () => {
		const metadata = await measure(sample('dark-start.mp4'));
		async function getBrightness(at: number, cut?: VideoCut): Promise<number> {
			const options = { at, ...(cut && { cut }) };
			await makePoster(tools, sample('dark-start.mp4'), output('chosen.png'), metadata, options);
			// A buffer, because sharp caches the contents of a path.
			return (await sharp(await readFile(output('chosen.png'))).stats()).channels[0]?.mean ?? 0;
		}
		expect(await getBrightness(2990)).toBeLessThan(20);
		expect(await getBrightness(3010)).toBeGreaterThan(50);
		expect(await getBrightness(60_000)).toBeGreaterThan(50);
		expect(await getBrightness(3500, { startMs: 1000, endMs: 2500 })).toBeLessThan(20);
		expect(await getBrightness(1000, { startMs: 3000, endMs: 4000 })).toBeGreaterThan(50);
	});

	test.each<[VideoCut | null, number | null]>([
		[{ startMs: 3500, endMs: 5500 }, null],
		[{ startMs: 3500, endMs: 5500 }, 5400],
		[{ startMs: 0, endMs: 5000 }, 4500],
		[null, 4500],
	])('have the frame as their poster that is shown while no other begins: part %o, time %o', async (cut, at) => {
		const metadata = await measure(sample('gap.mp4'));
		await makePoster(tools, sample('gap.mp4'), output('white.png'), metadata, { cut, at });
		expect((await sharp(await readFile(output('white.png'))).stats()).channels[0]?.mean).toBeGreaterThan(220);
	});

	test.each([null, red])('begin with the frame that is shown at the start, with overlay %o', async (colour) => {
		const metadata = await measure(sample('gap.mp4'));
		const plan = planRenditions(metadata, { cut: { startMs: 3500, endMs: 5500 } })[0] as RenditionPlan;
		const overlay = colour && fill(plan.width, plan.height, [...colour.slice(0, 3), 0]);
		const rendition = await makeRendition(tools, sample('gap.mp4'), output('gap-part.mp4'), plan, { overlay });
		expect(Math.abs(rendition.durationMs - 2000)).toBeLessThan(250);
		const { streams } = await inspect(output('gap-part.mp4'));
		expect(streams.map(({ codec_type }) => codec_type)).toEqual(['video', 'audio']);
		for (const seconds of [0, 1.7]) {
			expect(Math.min(...(await readFrame(output('gap-part.mp4'), seconds)))).toBeGreaterThan(220);
		}
	});

	test('with an overlay are decoded by no more decoders', async () => {
		expect(await getRejection(sample('raw.avi'))).toBe('unsupported_codec');
		const metadata = { ...(await measure(sample('odd.avi'))), width: 64, height: 64 };
		const plan = planRenditions(metadata)[0] as RenditionPlan;
		const overlay = fill(plan.width, plan.height, red);
		const rendition = makeRendition(tools, sample('raw.avi'), output('raw.mp4'), plan, { overlay });
		await expect(rendition).rejects.toBeInstanceOf(TranscodingError);
		const poster = makePoster(tools, sample('raw.avi'), output('raw.png'), metadata, { overlay });
		await expect(poster).rejects.toMatchObject({ reason: 'broken' });
	});
});

describe('posters', () => {
	test('show a bright frame of a video with a dark start', async () => {
		const metadata = await measure(sample('dark-start.mp4'));
		const poster = await makePoster(tools, sample('dark-start.mp4'), output('bright.png'), metadata);
		expect(poster).toMatchObject({ width: 320, height: 240 });
		const { channels } = await sharp(output('bright.png')).stats();
		expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(50);
	});

	test('show a dark frame of a dark video', async () => {
		const metadata = await probeVideo(tools, sample('dark.mp4'));
		await makePoster(tools, sample('dark.mp4'), output('dark.png'), metadata);
		expect((await sharp(output('dark.png')).metadata()).format).toBe('png');
	});
});

describe('rejected files', () => {
	test.each<[SampleName, VideoRejectionReason]>([
		['eleven-minutes.mp4', 'too_long'],
		['nine-streams.mp4', 'too_many_streams'],
		['sound-only.mp4', 'no_video_stream'],
		['frame.mp4', 'too_short'],
		['huge.mp4', 'too_large_frame'],
		['magicyuv.avi', 'unsupported_codec'],
	])('rejects %s as %s', async (name, reason) => {
		expect(await getRejection(sample(name))).toBe(reason);
	});

	test('rejects text, an empty file and a picture', async () => {
		const path = join(folder, 'wrong.mp4');
		await writeFile(path, 'not a video\n'.repeat(50));
		expect(await getRejection(path)).toBe('not_video');
		await writeFile(path, '');
		expect(await getRejection(path)).toBe('not_video');
		await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
			.avif()
			.toFile(path);
		expect(await getRejection(path)).toBe('not_video');
	});

	test('rejects a video without index and a bare header', async () => {
		const path = join(folder, 'cut.mp4');
		await copyFile(sample('phone.mp4'), path);
		await truncate(path, Math.floor((await stat(path)).size / 2));
		expect(await getRejection(path)).toBe('broken');
		await writeFile(path, Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08mdat', 'latin1'));
		expect(await getRejection(path)).toBe('broken');
	});

	test('rejects a video that breaks off after its index, whether its streams would be copied or encoded', async () => {
		for (const [name, options] of [
			['phone.mp4', ['-movflags', '+faststart']],
			['windows.avi', []],
		] as const) {
			const path = join(folder, `short-${name}`);
			await runFfmpeg('-stream_loop', '4', '-i', sample(name), '-c', 'copy', ...options, path);
			await truncate(path, Math.floor((await stat(path)).size * 0.5));
			await expect(measureVideo(tools, path)).rejects.toMatchObject({ reason: 'incomplete' });
		}
	});

	test.each([
		['a single key frame', '250'],
		['frequent key frames', '10'],
	])('rejects a video with %s whose frames cannot be decoded from the middle on', async (_, interval) => {
		const path = join(folder, `zeros-${interval}.mp4`);
		await runFfmpeg('-i', sample('silent.mp4'), '-g', interval, path);
		const [whole] = planRenditions(await measureVideo(tools, path));
		await makeRendition(tools, path, output('zeros.mp4'), whole as RenditionPlan);
		const bytes = await readFile(path);
		const [data, index] = [bytes.indexOf('mdat') + 4, bytes.indexOf('moov') - 4];
		bytes.fill(0, Math.floor((data + index) / 2), index);
		await writeFile(path, bytes);
		const metadata = await measureVideo(tools, path);
		const make = ([plan]: RenditionPlan[]) => makeRendition(tools, path, output('zeros.mp4'), plan as RenditionPlan);
		await expect(make(planRenditions(metadata))).rejects.toMatchObject({ reason: 'differs' });
		await expect(make(planRenditions(metadata, { copy: false }))).rejects.toMatchObject({ reason: 'incomplete' });
	});

	test('throws ENOENT for a missing file', async () => {
		await expect(probeVideo(tools, join(folder, 'missing.mp4'))).rejects.toMatchObject({ code: 'ENOENT' });
	});
});

describe('early probe', () => {
	const mebibyte = 1_048_576;
	const growing = () => output('growing.mp4');

	/** Makes a film of more than two mebibytes. Returns its bytes. */
	async function makeFilm(name: string, ...options: string[]): Promise<Buffer> {
		await runFfmpeg('-stream_loop', '60', '-i', sample('phone.mp4'), '-c', 'copy', ...options, output(name));
		const film = await readFile(output(name));
		expect(film.length).toBeGreaterThan(2 * mebibyte);
		return film;
	}

	/** Probes the first bytes of a film, which arrive in two parts. */
	async function probeStart(film: Buffer, bytes: number) {
		const probe = createEarlyProbe(tools, growing());
		await writeFile(growing(), film.subarray(0, 1000));
		probe.grow(1000);
		await appendFile(growing(), film.subarray(1000, bytes));
		probe.grow(bytes);
		return probe.finish();
	}

	test('returns the metadata of a video whose index and first frames have arrived', async () => {
		const film = await makeFilm('fast-start.mp4', '-movflags', '+faststart');
		const { bitRate, ...metadata } = await probeVideo(tools, output('fast-start.mp4'));
		expect(await probeStart(film, film.length - mebibyte / 2)).toMatchObject(metadata);
	});

	test('leaves a video whose index is at its end, and a fragmented video, to the probe of the whole file', async () => {
		for (const options of [[], ['-movflags', '+frag_keyframe+empty_moov']]) {
			const film = await makeFilm('index-elsewhere.mp4', ...options);
			expect(await probeStart(film, film.length - mebibyte / 2)).toBeNull();
		}
	});

	test('leaves a video with many boxes before its index to the probe of the whole file', async () => {
		const film = await makeFilm('many-boxes.mp4', '-moov_size', '300000');
		const index = film.indexOf('moov') - 4;
		const free = index + film.readUInt32BE(index);
		const freeBytes = film.readUInt32BE(free);
		/** Moves the index behind the free space, which becomes boxes of 8 bytes and one larger box. */
		function split(boxes: number): Buffer {
			const space = Buffer.alloc(freeBytes, Buffer.from('\0\0\0\x08free', 'latin1'));
			space.writeUInt32BE(freeBytes - 8 * boxes, 8 * boxes);
			const moved = film.subarray(index, free);
			return Buffer.concat([film.subarray(0, index), space, moved, film.subarray(free + freeBytes)]);
		}
		expect(await probeStart(split(10), film.length - mebibyte / 2)).not.toBeNull();
		expect(await probeStart(split(100), film.length - mebibyte / 2)).toBeNull();
	});

	test('leaves a file that it does not accept to the probe of the whole file', async () => {
		const film = await makeFilm('no-frames.mp4', '-movflags', '+faststart');
		film.fill(0, film.indexOf('mdat') + 4);
		expect(await probeStart(film, film.length - mebibyte / 2)).toBeNull();
	});

	test('ends with the upload', async () => {
		const film = await makeFilm('cancelled.mp4', '-movflags', '+faststart');
		await writeFile(growing(), film);
		// A probe may end before it is seen.
		const probe = await vi.waitFor(
			async () => {
				const started = createEarlyProbe(tools, growing());
				started.grow(film.length);
				await vi.waitFor(async () => expect((await listChildren()).length).toBeGreaterThan(0), { interval: 1 });
				return started;
			},
			{ timeout: 30_000 },
		);
		probe.cancel();
		await waitForNoChildren();
		expect(await probe.finish()).toBeNull();
	});
});

describe('playlist that references another file', () => {
	let playlist: string;
	beforeAll(async () => {
		const secret = join(folder, 'secret.ts');
		await execute('ffmpeg', ['-v', 'error', '-y', '-i', sample('silent.mp4'), '-c', 'copy', '-f', 'mpegts', secret]);
		playlist = join(folder, 'playlist.mp4');
		await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${secret}\n#EXT-X-ENDLIST\n`);
	});

	test('is followed by ffmpeg without options', async () => {
		const args = ['-v', 'error', '-y', '-protocol_whitelist', 'file', '-f', 'hls', '-allowed_extensions', 'ALL'];
		await execute('ffmpeg', [...args, '-i', playlist, '-c', 'copy', output('stolen.mp4')]);
		expect((await stat(output('stolen.mp4'))).size).toBeGreaterThan(1000);
	});

	test('is rejected by its content', async () => {
		expect(await getRejection(playlist)).toBe('not_video');
	});

	test('is rejected by both programs with any demuxer', async () => {
		for (const format of ['mov', 'avi', 'hls', null]) {
			const args = buildInputArguments('mov').slice(0, -2);
			if (format !== null) args.push('-f', format);
			const options = { folder, seconds: 10, outputBytes: 1_000_000 };
			const probe = ['-v', 'error', ...args, '-show_format', '-i', 'file:playlist.mp4'];
			const probeResult = await runConfined(tools.confinement, tools.ffprobe, probe, options);
			expect(probeResult.code).not.toBe(0);
			const openFolder = { ...options, folder: await mkdtemp(join(folder, 'open-')) };
			await copyFile(playlist, join(openFolder.folder, 'playlist.mp4'));
			await chmod(openFolder.folder, 0o777);
			const copy = ['-nostdin', '-v', 'error', ...args, '-i', 'file:playlist.mp4', '-c', 'copy', '-f', 'mp4', 'stolen'];
			const copyResult = await runConfined(tools.confinement, tools.ffmpeg, copy, openFolder);
			expect(copyResult.code).not.toBe(0);
			expect(await readdir(openFolder.folder)).toEqual(['playlist.mp4']);
		}
	});
});

test('a decoder that is not listed does not run even with forged metadata', async () => {
	const metadata = { ...(await measure(sample('windows.avi'))), audioStream: null, audioCodec: null };
	const plan = planRenditions(metadata)[0] as RenditionPlan;
	const rendition = makeRendition(tools, sample('magicyuv.avi'), output('magic.mp4'), plan);
	await expect(rendition).rejects.toBeInstanceOf(TranscodingError);
	await expect(stat(output('magic.mp4'))).rejects.toThrow('ENOENT');
	await expect(makePoster(tools, sample('magicyuv.avi'), output('magic.png'), metadata)).rejects.toMatchObject({
		reason: 'broken',
	});
});

describe('sandbox', () => {
	async function runInSandbox(script: string): Promise<string> {
		const options = { folder: '/', seconds: 10, outputBytes: 1000 };
		return (await runConfined(tools.confinement, '/bin/sh', ['-c', script], options)).stdout;
	}

	test('has no server environment, no network and resource limits', async () => {
		vi.stubEnv('SECRET_OF_THE_SERVER', 'secret');
		expect(await runInSandbox('env')).not.toContain('secret');
		vi.unstubAllEnvs();
		if (!tools.confinement.network) {
			const devices = (await runInSandbox('cat /proc/net/dev'))
				.split('\n')
				.slice(2)
				.filter((line) => line !== '');
			expect(devices.map((line) => line.trim().split(':')[0])).toEqual(['lo']);
		}
		if (tools.confinement.prlimit !== null) {
			const limits = await runInSandbox('cat /proc/self/limits');
			expect(limits).toMatch(/Max cpu time +20 +20 /);
			expect(limits).toMatch(/Max file size +1000 +1000 /);
			expect(limits).toMatch(/Max address space +2147483648 /);
			expect(limits).toMatch(/Max open files +64 /);
		}
	});

	test.runIf(isRoot)('runs as nobody if the server is root', async () => {
		expect((await runInSandbox('id -u; id -g; id -G')).trim().split('\n')).toEqual(['65534', '65534', '65534']);
	});

	test('can probe in every variant that starts here', async () => {
		const confinementTools = { unshare: 'unshare', setpriv: 'setpriv', prlimit: 'prlimit', nice: 'nice' };
		for (const confinement of listConfinements(confinementTools, isRoot)) {
			const options = { folder: '/', seconds: 10, outputBytes: 1 };
			const versionResult = await runConfined(confinement, tools.ffprobe, ['-version'], options).catch(() => null);
			if (versionResult?.code !== 0) continue;
			const metadata = await probeVideo({ ...tools, confinement }, sample('silent.mp4'));
			expect(metadata.width).toBe(320);
		}
	});

	test('describes missing protections', () => {
		expect(describeConfinement(tools.confinement)).toMatch(/^Video tools run as .*\.$/);
		const [weakest] = listConfinements({ unshare: null, setpriv: null, prlimit: null, nice: null }, false);
		expect(weakest && describeConfinement(weakest)).toMatch(/WITH network.*WITHOUT limits.*OUTLIVE/);
	});

	test.runIf(process.platform === 'linux')('kills a run with too large an output', async () => {
		const openFolder = await mkdtemp(join(folder, 'open-'));
		await chmod(openFolder, 0o777);
		const endlessInput = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'avi', 'output'];
		const run = runConfined(tools.confinement, tools.ffmpeg, endlessInput, {
			folder: openFolder,
			seconds: 20,
			outputBytes: 100_000,
		});
		await expect(run).rejects.toMatchObject({ reason: 'killed' });
		expect((await stat(join(openFolder, 'output'))).size).toBeLessThanOrEqual(100_000);
	});
});

describe('early end', () => {
	async function planLong(): Promise<RenditionPlan> {
		return planRenditions(await measure(sample('five-minutes.avi')))[0] as RenditionPlan;
	}

	test('kills the child on abort', async () => {
		const plan = await planLong();
		const controller = new AbortController();
		const rendition = makeRendition(tools, sample('five-minutes.avi'), output('left.mp4'), plan, {
			signal: controller.signal,
		});
		rendition.catch(() => {});
		await waitForEncoding();
		controller.abort();
		await expect(rendition).rejects.toThrow('aborted');
		await waitForNoChildren();
		await expect(stat(output('left.mp4'))).rejects.toThrow('ENOENT');
	});

	test('kills the child after the time limit', async () => {
		const plan = { ...(await planLong()), seconds: 0.7 };
		const rendition = makeRendition(tools, sample('five-minutes.avi'), output('late.mp4'), plan);
		await expect(rendition).rejects.toMatchObject({ name: 'TranscodingFailed', reason: 'time' });
		await waitForNoChildren();
	});

	test('kills the children of a killed server', async () => {
		if (!tools.confinement.diesWithParent) return;
		const plan = await planLong();
		const moduleUrl = new URL('./index.ts', import.meta.url).href;
		const callArgs = JSON.stringify([tools, sample('five-minutes.avi'), output('orphan.mp4'), plan]);
		const script = `import { makeRendition } from '${moduleUrl}'; await makeRendition(...${callArgs});`;
		const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
		await waitForEncoding();
		server.kill('SIGKILL');
		await waitForNoChildren();
		for (const name of await readdir(tools.workFolder)) await rm(join(tools.workFolder, name), { recursive: true });
	});
});

test('names missing programs with the command that installs them', async () => {
	expect(await findVideoTools({ searchPath: join(folder, 'nothing') })).toEqual({
		found: false,
		missing: ['ffmpeg', 'ffprobe'],
		sentence: 'Videos need ffmpeg and ffprobe, not found here; install with: apt-get install ffmpeg',
	});
});
