import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test('formats seconds as m:ss', () => {
	expect(formatDuration(0)).toBe('0:00');
	expect(formatDuration(7.9)).toBe('0:07');
	expect(formatDuration(65)).toBe('1:05');
	expect(formatDuration(4500)).toBe('75:00');
	for (const invalid of [Number.NaN, -3, Number.POSITIVE_INFINITY]) expect(formatDuration(invalid)).toBe('0:00');
});

test('keeps the total of minutes and seconds', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 100_000 }), (seconds) => {
			const [minutes = '', rest = ''] = formatDuration(seconds).split(':');
			expect(rest).toMatch(/^[0-5]\d$/);
			expect(Number(minutes) * 60 + Number(rest)).toBe(seconds);
		}),
	);
});
