import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as limits from '../../../contract/core/limits.ts';
import { phoneMetadata as phone } from '../../testing/video-samples.ts';
import { buildEncodeArguments } from './arguments.ts';
import { planRenditions } from './plan.ts';
import type { MeasuredVideo } from './probe.ts';

function describePlans(metadata: MeasuredVideo): string[] {
	return planRenditions(metadata).map(({ kind, width, height }) => `${kind} ${width}x${height}`);
}

test('remuxes a video that browsers can play', () => {
	expect(describePlans(phone)).toEqual(['remux 720x1280', 'encode 480x854', 'encode 240x426']);
	expect(describePlans({ ...phone, width: 640, height: 360 })).toEqual(['remux 640x360', 'encode 426x240']);
	expect(describePlans({ ...phone, audioCodec: null, audioStream: null })[0]).toBe('remux 720x1280');
});

test('encodes the same video without `copy`', () => {
	expect(planRenditions(phone, { copy: false }).map(({ kind }) => kind)).toEqual(['encode', 'encode', 'encode']);
});

test('encodes a part of the same video, in each size', () => {
	const cut = { startMs: 4000, endMs: 9000 };
	expect(planRenditions(phone, { cut }).map((plan) => [plan.kind, plan.lines, plan.cut, plan.durationMs])).toEqual([
		['encode', 720, cut, 5000],
		['encode', 480, cut, 5000],
		['encode', 240, cut, 5000],
	]);
	expect(planRenditions(phone)[0]).toMatchObject({ cut: null, durationMs: 30_000 });
});

test.each<[string, Partial<MeasuredVideo>]>([
	['another codec', { videoCodec: 'hevc' }],
	['10 bits', { pixelFormat: 'yuv420p10le' }],
	['more lines', { width: 1080, height: 1920 }],
	['a higher bit rate', { bitRate: 3_000_001 }],
	['audio other than AAC', { audioCodec: 'mp3' }],
	['an AVI', { container: 'avi' }],
	['a rotated picture', { rotation: 90, upright: false }],
	['a mirrored picture', { upright: false }],
	['non-square pixels', { squarePixels: false }],
	['interlaced video', { interlaced: true }],
	['HDR', { hdr: 'arib-std-b67' }],
	['slow motion', { frameRate: 120 }],
	['a late picture', { tracks: { ...phone.tracks, picture: { ...phone.tracks.picture, startMs: 41 } } }],
	['a hidden part of the picture', { tracks: { ...phone.tracks, picture: { ...phone.tracks.picture, hiddenMs: 33 } } }],
	['late sound', { tracks: { ...phone.tracks, sound: { startMs: 1478, endMs: 30_000, hiddenMs: 0 } } }],
	['sound that was cut off', { tracks: { ...phone.tracks, sound: { startMs: 0, endMs: 30_000, hiddenMs: 500 } } }],
	['sound that ends early', { tracks: { ...phone.tracks, sound: { startMs: 0, endMs: 29_700, hiddenMs: 21 } } }],
	['sound that ends late', { tracks: { ...phone.tracks, sound: { startMs: 0, endMs: 30_300, hiddenMs: 21 } } }],
])('encodes %s', (_, difference) => {
	expect(planRenditions({ ...phone, ...difference })[0]?.kind).toBe('encode');
});

test('scales 4K down to 720 lines and keeps a smaller size', () => {
	expect(describePlans({ ...phone, width: 3840, height: 2160 })).toEqual([
		'encode 1280x720',
		'encode 854x480',
		'encode 426x240',
	]);
	expect(describePlans({ ...phone, videoCodec: 'mpeg4', width: 640, height: 360 })).toEqual([
		'encode 640x360',
		'encode 426x240',
	]);
	expect(describePlans({ ...phone, videoCodec: 'mpeg4', width: 321, height: 241 })).toEqual(['encode 320x240']);
});

test('remuxes a video whose sound starts and ends at slightly other times than its picture', () => {
	const { picture } = phone.tracks;
	for (const sound of [
		{ startMs: 40, endMs: 29_750, hiddenMs: 0 },
		{ startMs: 0, endMs: 30_250, hiddenMs: 150 },
	]) {
		expect(planRenditions({ ...phone, tracks: { picture, sound } })[0]?.kind).toBe('remux');
	}
});

test('holds the last frame while the sound goes on, but not after the end of a part', () => {
	const longer = {
		...phone,
		durationMs: 35_000,
		tracks: { ...phone.tracks, sound: { startMs: 0, endMs: 35_000, hiddenMs: 0 } },
	};
	const getHeld = (cut?: { startMs: number; endMs: number }) =>
		planRenditions(longer, cut && { cut }).map((plan) => plan.kind === 'encode' && plan.encode.heldMs);
	expect(getHeld()).toEqual([5000, 5000, 5000]);
	expect(getHeld({ startMs: 0, endMs: 31_000 })).toEqual([1000, 1000, 1000]);
	expect(getHeld({ startMs: 0, endMs: 20_000 })).toEqual([0, 0, 0]);
});

test('holds the last frame of a recording whose screen does not change at its end', () => {
	const tracks = { ...phone.tracks, picture: { ...phone.tracks.picture, lastMs: 27_000 } };
	const plans = planRenditions({ ...phone, tracks }, { copy: false });
	expect(plans.map((plan) => plan.kind === 'encode' && plan.encode.heldMs)).toEqual([2967, 2967, 2967]);
});

test.each([
	[24, [24, 24, 24]],
	[60, [60, 30, 30]],
	[60.1, [60, 30, 30]],
	[120, [60, 30, 30]],
	[240, [60, 30, 30]],
	[90_000, [60, 30, 30]],
	[0.2, [10, 10, 10]],
])('turns %d frames per second into at most 60 in the first rendition and 30 in others', (frameRate, expected) => {
	const plans = planRenditions({ ...phone, bitRate: 9_000_000, frameRate });
	expect(plans.map((plan) => plan.kind === 'encode' && plan.encode.frameRate)).toEqual(expected);
	expect(plans[0]?.seconds).toBeLessThanOrEqual(7200);
});

test('names the colours that players assume for the size of a source without them, in each size', () => {
	const getColours = (difference: Partial<MeasuredVideo>) =>
		planRenditions({ ...phone, ...difference }, { copy: false }).map(
			(plan) => plan.kind === 'encode' && plan.encode.assumedColours,
		);
	expect(getColours({ width: 1920, height: 1080, colourMatrix: null })).toEqual(['bt709', 'bt709', 'bt709']);
	expect(getColours({ width: 720, height: 576, colourMatrix: null })).toEqual(['smpte170m', 'smpte170m', 'smpte170m']);
	expect(getColours({ width: 1920, height: 1080, colourMatrix: 'smpte170m' })).toEqual([null, null, null]);
});

const anyTrack = { startMs: fc.nat(1000), endMs: fc.nat(600_000), hiddenMs: fc.nat(1000) };
const anyMetadata: fc.Arbitrary<MeasuredVideo> = fc.record({
	container: fc.constantFrom('mov', 'avi'),
	durationMs: fc.integer({ min: 1, max: limits.videoSeconds * 1000 }),
	width: fc.integer({ min: 16, max: 4096 }),
	height: fc.integer({ min: 16, max: 4096 }),
	rotation: fc.constantFrom(0, 90, 180, 270),
	upright: fc.boolean(),
	squarePixels: fc.boolean(),
	interlaced: fc.boolean(),
	frameRate: fc.double({ min: 0.01, max: 90_000, noNaN: true }),
	colourMatrix: fc.constantFrom(null, 'bt709', 'smpte170m'),
	bitRate: fc.integer({ min: 1, max: 100_000_000 }),
	videoCodec: fc.constantFrom('h264', 'hevc', 'mpeg4'),
	pixelFormat: fc.constantFrom('yuv420p', 'yuv422p', 'yuv420p10le'),
	hdr: fc.constantFrom(null, 'smpte2084', 'arib-std-b67'),
	audioCodec: fc.constantFrom(null, 'aac', 'mp3'),
	videoStream: fc.nat(7),
	audioStream: fc.option(fc.nat(7)),
	fileStart: fc.double({ min: 0, max: 10, noNaN: true }),
	announced: fc.record({ video: fc.nat(600_000), audio: fc.nat(600_000) }),
	tracks: fc.record({
		picture: fc.record({ ...anyTrack, lastMs: fc.nat(600_000), startsWithKeyFrame: fc.boolean() }),
		sound: fc.option(fc.record(anyTrack)),
	}),
});

describe('for any video', () => {
	test('never enlarges, uses even sides and keeps the aspect ratio within a pixel', () => {
		fc.assert(
			fc.property(anyMetadata, (metadata) => {
				for (const plan of planRenditions(metadata)) {
					expect(plan.width).toBeLessThanOrEqual(metadata.width);
					expect(plan.height).toBeLessThanOrEqual(metadata.height);
					expect(plan.lines).toBe(Math.min(plan.width, plan.height));
					expect(plan.lines).toBeLessThanOrEqual(limits.videoLines);
					if (plan.kind === 'remux') continue;
					expect([plan.width % 2, plan.height % 2]).toEqual([0, 0]);
					const shape = metadata.width / metadata.height;
					// Rounding may move each side by one pixel; within that, the aspect ratio of the source is preserved.
					const least = Math.max((plan.width - 1) / shape, plan.height - 1);
					const most = Math.min((plan.width + 1) / shape, plan.height + 1);
					expect(least).toBeLessThanOrEqual(most + 1e-9);
				}
			}),
		);
	});

	test('plays the first rendition everywhere and makes each further one smaller', () => {
		fc.assert(
			fc.property(anyMetadata, (metadata) => {
				const [first, ...further] = planRenditions(metadata);
				if (first?.kind === 'remux') {
					expect(metadata).toMatchObject({
						container: 'mov',
						videoCodec: 'h264',
						pixelFormat: 'yuv420p',
						upright: true,
					});
					expect(metadata.bitRate).toBeLessThanOrEqual(limits.videoRemuxBitRate);
				}
				let previousLines = first?.lines ?? 0;
				for (const plan of further) {
					expect(plan.kind).toBe('encode');
					expect(plan.lines).toBeLessThan(previousLines);
					previousLines = plan.lines;
				}
			}),
		);
	});

	test('encodes 8-bit 4:2:0 with a capped bit rate and a time limit', () => {
		fc.assert(
			fc.property(anyMetadata, (metadata) => {
				for (const plan of planRenditions(metadata)) {
					expect(plan.seconds).toBeLessThanOrEqual(7200);
					if (plan.kind === 'remux') continue;
					const args = buildEncodeArguments(plan.encode);
					expect(args[args.indexOf('-vf') + 1]).toMatch(/,format=yuv420p$/);
					expect(Number(args[args.indexOf('-maxrate') + 1])).toBeLessThanOrEqual(limits.videoRemuxBitRate);
					expect(Number(args[args.indexOf('-g') + 1])).toBeGreaterThanOrEqual(1);
				}
			}),
		);
	});
});
