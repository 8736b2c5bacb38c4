import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { listShares, summarizePlays } from './watching.ts';

const parts = limits.watching.parts;

/** Makes the plays of a video of 20 seconds. Each play watched the given number of first parts. */
function makeWatching(plays: readonly number[], duration_ms = 20_000) {
	const counts = Array.from({ length: parts }, (_, part) => plays.filter((watched) => watched > part).length);
	return { duration_ms, plays: counts };
}

test('finds the average and the time at which the most people stop', () => {
	expect(summarizePlays(makeWatching([7, 7, 7, 3, 20]))).toEqual({ count: 5, average: 0.44, stopsAt: 7 });
	expect(summarizePlays(makeWatching([1, 1, 20, 20])).stopsAt).toBe(1);
	expect(summarizePlays(makeWatching([7, 7, 20], 60_000)).stopsAt).toBe(21);
});

test('finds no stop if more than half of the people watch to the end', () => {
	expect(summarizePlays(makeWatching([4, 4, 20, 20, 20]))).toMatchObject({ stopsAt: null });
	expect(summarizePlays(makeWatching([4, 20]))).toMatchObject({ stopsAt: 4 });
});

test('averages the watched shares, and stops within the video', () => {
	fc.assert(
		fc.property(
			fc.array(fc.integer({ min: 1, max: parts }), { minLength: 1 }),
			fc.integer({ min: 500, max: 600_000 }),
			(plays, duration) => {
				const { count, average, stopsAt } = summarizePlays(makeWatching(plays, duration));
				expect(count).toBe(plays.length);
				expect(average).toBeCloseTo(plays.reduce((sum, watched) => sum + watched, 0) / plays.length / parts, 9);
				expect(plays).toContain(stopsAt === null ? parts : Math.round((stopsAt * 1000 * parts) / duration));
			},
		),
	);
});

test('lists a share for each second of a short video, and for each part of a long one', () => {
	expect(listShares(makeWatching([2, 20], 4000))).toEqual([
		{ time: '0:00', share: 1 },
		{ time: '0:01', share: 0.5 },
		{ time: '0:02', share: 0.5 },
		{ time: '0:03', share: 0.5 },
	]);
	expect(listShares(makeWatching([2, 20], 60_000))).toHaveLength(parts);
});
