import { describe, expect, test } from 'vitest';
import { parseSegmentIndex } from './segment-index.ts';

type Fragment = [bytes: number, milliseconds: number];

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
		// The last number says that the fragment starts with a key frame.
		...fragments.flatMap(([bytes, duration]) => [
			...toBytes(bytes, 4),
			...toBytes(duration, 4),
			...toBytes(0x90_00_00_00, 4),
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
			{ start: 0, duration: 1.98, offset, bytes: 280 },
			{ start: 1.98, duration: 2, offset: offset + 280, bytes: 300 },
			{ start: 3.98, duration: 0.5, offset: offset + 580, bytes: 20 },
		]);
	});

	test('adds the start time and the distance to the first fragment', () => {
		const index = buildIndex([[100, 2000]], { long, start: 500, gap: 32 });
		expect(parseSegmentIndex(index)).toEqual([{ start: 0.5, duration: 2, offset: index.length + 32, bytes: 100 }]);
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
