import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { buildEncodeArguments } from './arguments.ts';
import { planRenditions } from './plan.ts';
import type { VideoMetadata } from './probe.ts';
import { phoneMetadata as phone } from './samples.ts';

function describePlans(metadata: VideoMetadata): string[] {
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

test.each<[string, Partial<VideoMetadata>]>([
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

test('keeps 60 frames per second in the first rendition and halves them in others', () => {
	const rates = planRenditions({ ...phone, bitRate: 9_000_000, frameRate: 60 }).map((plan) =>
		plan.kind === 'encode' ? [plan.encode.frameRate, plan.encode.dropFrames] : [],
	);
	expect(rates).toEqual([
		[60, false],
		[30, true],
		[30, true],
	]);
});

const anyMetadata: fc.Arbitrary<VideoMetadata> = fc.record({
	container: fc.constantFrom('mov', 'avi'),
	durationMs: fc.integer({ min: 1, max: limits.videoSeconds * 1000 }),
	width: fc.integer({ min: 16, max: 4096 }),
	height: fc.integer({ min: 16, max: 4096 }),
	rotation: fc.constantFrom(0, 90, 180, 270),
	upright: fc.boolean(),
	squarePixels: fc.boolean(),
	interlaced: fc.boolean(),
	frameRate: fc.double({ min: 0.01, max: 61, noNaN: true }),
	bitRate: fc.integer({ min: 1, max: 100_000_000 }),
	videoCodec: fc.constantFrom('h264', 'hevc', 'mpeg4'),
	pixelFormat: fc.constantFrom('yuv420p', 'yuv422p', 'yuv420p10le'),
	hdr: fc.constantFrom(null, 'smpte2084', 'arib-std-b67'),
	audioCodec: fc.constantFrom(null, 'aac', 'mp3'),
	videoStream: fc.nat(7),
	audioStream: fc.option(fc.nat(7)),
	streams: fc.integer({ min: 1, max: 8 }),
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
