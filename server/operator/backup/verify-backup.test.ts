import { expect, test } from 'vitest';
import { isFullReadingDue, isReadingDue } from './verify-backup.ts';

test('reads each stored file on one day of seven', () => {
	const day = 86_400_000;
	for (const sha256 of ['00000000', '00000001', '12345678', 'fffffffe', 'ffffffff'].map((start) =>
		start.padEnd(64, 'a'),
	))
		for (const first of [0, Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 26, 23, 59)]) {
			const days = Array.from({ length: 7 }, (_, index) => isReadingDue(sha256, first + index * day));
			expect(days.filter((isDue) => isDue)).toEqual([true]);
		}
});

test('reads all files within a week of daily backups that start at different seconds', () => {
	const [now, day, second] = [Date.UTC(2026, 10, 26, 1), 86_400_000, 1000];
	expect(isFullReadingDue(now - 6 * day - second, now)).toBe(false);
	expect(isFullReadingDue(now - 7 * day + 59 * second, now)).toBe(true);
	expect(isFullReadingDue(null, now)).toBe(true);
	expect(isFullReadingDue(now + second, now)).toBe(true);
});
