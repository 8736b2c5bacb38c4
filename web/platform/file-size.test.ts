import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test('formats megabytes with 2 decimals', () => {
	expect(formatFileSize(0)).toBe('0.00 MB');
	expect(formatFileSize(1_048_576)).toBe('1.00 MB');
	expect(formatFileSize(52_428_800)).toBe('50.00 MB');
	expect(formatFileSize(12_939_427)).toBe('12.34 MB');
});

test('rounds to the nearest hundredth of a megabyte', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (bytes) => {
			const text = formatFileSize(bytes);
			expect(text).toMatch(/^\d+\.\d{2} MB$/);
			expect(Math.abs(Number.parseFloat(text) - bytes / 1_048_576)).toBeLessThanOrEqual(0.005_000_1);
		}),
	);
});
