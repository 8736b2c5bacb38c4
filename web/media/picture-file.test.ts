import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWithinSize, getPictureRejection } from './picture-file.ts';

test('accepts pictures and rejects other files', () => {
	const file = { name: 'a.jpg', type: 'image/jpeg', size: 10 };
	expect(getPictureRejection(file)).toBeNull();
	for (const type of ['', 'application/octet-stream']) {
		expect(getPictureRejection({ ...file, name: 'IMG_1.HEIC', type })).toBeNull();
		expect(getPictureRejection({ ...file, name: 'IMG_1', type })).not.toBeNull();
	}
	expect(getPictureRejection({ ...file, name: 'a.svg', type: 'image/svg+xml' })).toBe(
		'a.svg is not a photo we can use',
	);
	expect(getPictureRejection({ ...file, name: 'a.pdf', type: 'application/pdf' })).not.toBeNull();
	expect(getPictureRejection({ ...file, name: 'a.pdf', type: '' })).not.toBeNull();
	expect(getPictureRejection({ ...file, size: 0 })).not.toBeNull();
});

test('fits the square, keeps the aspect ratio and never enlarges', () => {
	expect(fitWithinSize(1920, 4000, 3000)).toEqual({ width: 1920, height: 1440 });
	expect(fitWithinSize(1920, 800, 600)).toEqual({ width: 800, height: 600 });
	const side = fc.integer({ min: 1, max: 20_000 });
	fc.assert(
		fc.property(side, side, (width, height) => {
			const fitted = fitWithinSize(1920, width, height);
			expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(Math.min(1920, Math.max(width, height)));
			expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
			expect(Math.abs(fitted.height - (fitted.width * height) / width)).toBeLessThanOrEqual(1 + height / width);
		}),
	);
});
