import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Crop, centeredCrop, dragCrop, getCropSquare, maxZoom, zoomCrop } from './crop.ts';

const side = fc.integer({ min: 1, max: 8000 });
const size = fc.record({ width: side, height: side });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const crop: fc.Arbitrary<Crop> = fc.record({
	zoom: fc.double({ min: 1, max: maxZoom, noNaN: true }),
	x: share,
	y: share,
});
const anyNumber = fc.double({ min: -50, max: 50, noNaN: true });

function expectInside({ width, height }: { width: number; height: number }, value: Crop) {
	const square = getCropSquare({ width, height }, value);
	expect(square.left).toBeGreaterThanOrEqual(0);
	expect(square.top).toBeGreaterThanOrEqual(0);
	expect(square.left + square.side).toBeLessThanOrEqual(width + 1e-6);
	expect(square.top + square.side).toBeLessThanOrEqual(height + 1e-6);
	expect(square.side).toBeGreaterThan(0);
}

describe('a square crop', () => {
	test('starts as the largest centred square', () => {
		expect(getCropSquare({ width: 400, height: 300 }, centeredCrop)).toEqual({ left: 50, top: 0, side: 300 });
		expect(getCropSquare({ width: 300, height: 400 }, centeredCrop)).toEqual({ left: 0, top: 50, side: 300 });
	});

	test('never leaves the picture when moved or zoomed', () => {
		fc.assert(
			fc.property(size, crop, anyNumber, anyNumber, anyNumber, (picture, value, zoom, right, down) => {
				expectInside(picture, value);
				expectInside(picture, zoomCrop(picture, value, zoom));
				expectInside(picture, dragCrop(picture, value, right, down));
			}),
		);
	});

	test('keeps its centre when zoomed in', () => {
		fc.assert(
			fc.property(size, crop, share, (picture, value, ratio) => {
				const before = getCropSquare(picture, value);
				const after = getCropSquare(picture, zoomCrop(picture, value, value.zoom + (maxZoom - value.zoom) * ratio));
				expect(after.left + after.side / 2).toBeCloseTo(before.left + before.side / 2, 4);
				expect(after.top + after.side / 2).toBeCloseTo(before.top + before.side / 2, 4);
			}),
		);
	});

	test('moves left when the picture is dragged to the right', () => {
		const picture = { width: 400, height: 200 };
		expect(getCropSquare(picture, dragCrop(picture, centeredCrop, 0.25, 0.25))).toEqual({
			left: 50,
			top: 0,
			side: 200,
		});
		expect(getCropSquare(picture, dragCrop(picture, centeredCrop, -9, 0))).toEqual({ left: 200, top: 0, side: 200 });
	});
});
