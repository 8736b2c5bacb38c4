import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsFrame, getFrameRatio } from './frame-ratio.ts';

test('takes the ratio of the first picture', () => {
	expect(
		getFrameRatio([
			{ width: 1000, height: 1000 },
			{ width: 400, height: 900 },
		]),
	).toBe(1);
	expect(getFrameRatio([])).toBe(4 / 5);
});

test('limits the ratio to between 4:5 and 4:3', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }), (width, height) => {
			const frame = getFrameRatio([{ width, height }]);
			expect(frame).toBeGreaterThanOrEqual(4 / 5);
			expect(frame).toBeLessThanOrEqual(4 / 3);
		}),
	);
});

test('fills the frame only if little of the picture is cropped', () => {
	expect(fitsFrame({ width: 800, height: 1000 }, 4 / 5)).toBe(true);
	expect(fitsFrame({ width: 900, height: 1000 }, 4 / 5)).toBe(true);
	expect(fitsFrame({ width: 1000, height: 1000 }, 4 / 5)).toBe(false);
	expect(fitsFrame({ width: 500, height: 1000 }, 4 / 5)).toBe(false);
});
