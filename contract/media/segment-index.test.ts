import { describe, expect, test } from 'vitest';
import { keyFrameBit, parseSegmentIndex } from './segment-index.ts';

type Fragment = [bytes: number, milliseconds: number, start?: 'key frame' | 'other picture'];

/** Returns a number as big-endian bytes. */
function toBytes(value: number, size: number): number[] {
	return Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
}

/** Builds a `sidx` box (ISO/IEC 14496-12, 8.16.3) with a timescale of 1000. */
function buildIndex(fragments: readonly Fragment[], { long = false, start = 0, gap = 0 } = {}): Uint8Array {
	const timeSize = long ? 8 : 4;
	return buildBox('sidx', [
		...[long ? 1 : 0, 0, 0, 0],
		...toBytes(1, 4),
		...toBytes(1000, 4),
		...toBytes(start, timeSize),
		...toBytes(gap, timeSize),
		...toBytes(fragments.length, 4),
		...fragments.flatMap(([bytes, duration, start = 'key frame']) => [
			...toBytes(bytes, 4),
			...toBytes(duration, 4),
			...toBytes(start === 'key frame' ? keyFrameBit : 0, 4),
		]),
	]);
}

function buildBox(type: string, content: readonly number[]): Uint8Array {
	const name = [...type].map((letter) => letter.charCodeAt(0));
	return Uint8Array.from([...toBytes(8 + content.length, 4), ...name, ...content]);
}

const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const description = join(buildBox('ftyp', toBytes(0, 16)), buildBox('moov', toBytes(0, 60)));

describe.each([false, true])('an index with times of 64 bits: %s', (long) => {
	test('joins fragments to segments of about two seconds', () => {
		const index = buildIndex(
			[
				[100, 500],
				[50, 500],
				[60, 500],
				[70, 480],
				[300, 2000],
				[20, 500],
			],
			{ long },
		);
		const offset = description.length + index.length;
		expect(parseSegmentIndex(join(description, index))).toEqual([
			{ start: 0, duration: 1.98, offset, bytes: 280, startsWithKeyFrame: true },
			{ start: 1.98, duration: 2, offset: offset + 280, bytes: 300, startsWithKeyFrame: true },
			{ start: 3.98, duration: 0.5, offset: offset + 580, bytes: 20, startsWithKeyFrame: true },
		]);
	});

	test('ends a segment that does not start with a key frame before the next key frame', () => {
		const index = buildIndex(
			[
				[100, 1000],
				[50, 1000, 'other picture'],
				[60, 1000, 'other picture'],
				[70, 1000],
				[80, 1000, 'other picture'],
			],
			{ long },
		);
		const segments = parseSegmentIndex(join(description, index)) ?? [];
		expect(segments.map(({ start, bytes, startsWithKeyFrame }) => [start, bytes, startsWithKeyFrame])).toEqual([
			[0, 150, true],
			[2, 60, false],
			[3, 150, true],
		]);
	});

	test('adds the start time and the distance to the first fragment', () => {
		const index = buildIndex([[100, 2000]], { long, start: 500, gap: 32 });
		expect(parseSegmentIndex(index)).toEqual([
			{ start: 0.5, duration: 2, offset: index.length + 32, bytes: 100, startsWithKeyFrame: true },
		]);
	});
});

test('reads an index inside a larger buffer', () => {
	const file = join(description, buildIndex([[100, 2000]]));
	const part = join(new Uint8Array(5), file).subarray(5);
	expect(parseSegmentIndex(part)).toEqual(parseSegmentIndex(file));
});

test('returns null without a whole index', () => {
	const file = join(description, buildIndex([[100, 2000]]));
	expect(parseSegmentIndex(new Uint8Array())).toBeNull();
	expect(parseSegmentIndex(description)).toBeNull();
	expect(parseSegmentIndex(file.subarray(0, -1))).toBeNull();
	// A size of 0 would never end.
	expect(parseSegmentIndex(new Uint8Array(16))).toBeNull();
});
