import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { addPlayedRanges, nothingWatched } from './watched.ts';

type Range = readonly [start: number, end: number];

function toTimeRanges(ranges: readonly Range[]): TimeRanges {
	return {
		length: ranges.length,
		start: (index) => ranges[index]?.[0] ?? 0,
		end: (index) => ranges[index]?.[1] ?? 0,
	};
}

/** Returns what was watched of a video of `duration` seconds. */
function watch(duration: number, ...ranges: Range[]) {
	return addPlayedRanges(nothingWatched, toTimeRanges(ranges), duration);
}

/** Returns the numbers of the watched parts. */
function listParts({ parts }: { parts: number }): number[] {
	return [...Array(limits.watching.parts).keys()].filter((part) => (parts >> part) & 1);
}

const durations = fc.double({ min: 0.5, max: 600, noNaN: true });
const ranges = (duration: number) =>
	fc
		.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })))
		.map((pairs) => pairs.map(([a, b]): Range => [Math.min(a, b) * duration, Math.max(a, b) * duration]));
const watching = durations.chain((duration) =>
	fc.record({ duration: fc.constant(duration), played: ranges(duration) }),
);

test.each([
	['1 s of a long video', 20, 1],
	['half of a short one', 1.5, 0.75],
])('counts a play from %s on', (_, duration, seconds) => {
	expect(watch(duration, [0, seconds - 0.01])).toBe(nothingWatched);
	expect(watch(duration, [0, seconds]).parts).toBeGreaterThan(0);
});

test.each([
	['3 s of a long video', 20, 3],
	['half of a short one', 4, 2],
])('counts a view from %s on', (_, duration, seconds) => {
	expect(watch(duration, [0, seconds - 0.01]).isView).toBe(false);
	expect(watch(duration, [0, seconds]).isView).toBe(true);
	// Where it was played does not matter.
	expect(watch(duration, [0, seconds / 2], [duration - seconds / 2, duration]).isView).toBe(true);
});

test('lists the parts whose middle was played, and the first of every play', () => {
	expect(listParts(watch(20, [0, 4]))).toEqual([0, 1, 2, 3]);
	expect(listParts(watch(20, [0, 4.5]))).toEqual([0, 1, 2, 3, 4]);
	expect(listParts(watch(20, [0, 1.4], [17, 20]))).toEqual([0, 17, 18, 19]);
	expect(listParts(watch(600, [0, 2]))).toEqual([0]);
});

test('keeps what was watched before, and the same value if nothing is added', () => {
	const before = watch(20, [0, 3]);
	const after = addPlayedRanges(before, toTimeRanges([[10, 11]]), 20);
	expect(listParts(after)).toEqual([0, 1, 2, 10]);
	expect(after.isView).toBe(true);
	expect(addPlayedRanges(after, toTimeRanges([]), 20)).toBe(after);
});

test('lists all parts of a video that was played to the end, and never more than its parts', () => {
	fc.assert(
		fc.property(watching, ({ duration, played }) => {
			const { parts } = watch(duration, ...played, [0, duration]);
			expect(parts).toBe(2 ** limits.watching.parts - 1);
		}),
	);
});

test('watches a share within half a part per range of what was played', () => {
	fc.assert(
		fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (duration, share) => {
			const watched = watch(duration, [0, share * duration]);
			fc.pre(watched.parts > 0);
			const counted = listParts(watched).length / limits.watching.parts;
			expect(Math.abs(counted - share)).toBeLessThanOrEqual(1 / limits.watching.parts);
		}),
	);
});

test('grows only, with the same parts whatever the order of the ranges', () => {
	fc.assert(
		fc.property(watching, ({ duration, played }) => {
			const all = watch(duration, ...played);
			expect(watch(duration, ...played.toReversed())).toEqual(all);
			const more = watch(duration, ...played, [0, duration / 3]);
			expect(all.parts & ~more.parts).toBe(0);
			expect(more.isView || !all.isView).toBe(true);
		}),
	);
});
