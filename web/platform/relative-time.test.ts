import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRelativeTime, parseUtcTime } from './relative-time.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const ago = (seconds: number) => formatRelativeTime(new Date(now - seconds * 1000).toISOString(), now);

test('formats the largest whole unit with its plural', () => {
	expect(ago(0)).toBe('0 seconds ago');
	expect(ago(1)).toBe('1 second ago');
	expect(ago(59)).toBe('59 seconds ago');
	expect(ago(60)).toBe('1 minute ago');
	expect(ago(3599)).toBe('59 minutes ago');
	expect(ago(3600)).toBe('1 hour ago');
	expect(ago(86_400)).toBe('1 day ago');
	expect(ago(3 * 86_400)).toBe('3 days ago');
	expect(ago(29 * 86_400)).toBe('29 days ago');
	expect(ago(30 * 86_400)).toBe('1 month ago');
	expect(ago(364 * 86_400)).toBe('12 months ago');
	expect(ago(365 * 86_400)).toBe('1 year ago');
	expect(ago(730 * 86_400)).toBe('2 years ago');
	expect(ago(-500)).toBe('0 seconds ago');
	expect(formatRelativeTime('yesterday', now)).toBe('');
});

test('reads a time without a zone as UTC and respects a zone', () => {
	expect(parseUtcTime('2026-06-15T12:00:00')).toBe(now);
	expect(parseUtcTime('2026-06-15 12:00:00')).toBe(now);
	expect(parseUtcTime('2026-06-15T12:00:00.000Z')).toBe(now);
	expect(parseUtcTime('2026-06-15T13:00:00+01:00')).toBe(now);
	expect(parseUtcTime('2026-06-15T07:00:00-0500')).toBe(now);
	expect(parseUtcTime('2026-06-15')).toBe(Date.parse('2026-06-15T00:00:00Z'));
});

const lengths = { second: 1, minute: 60, hour: 3600, day: 86_400, month: 30 * 86_400, year: 365 * 86_400 };

test('rounds down by less than one unit', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 40 * lengths.year }), (seconds) => {
			const [, count = '', unit = '', plural] = /^(\d+) ([a-z]+?)(s?) ago$/.exec(ago(seconds)) ?? [];
			const length = lengths[unit as keyof typeof lengths];
			expect(Number(count) * length).toBeLessThanOrEqual(seconds);
			expect((Number(count) + 1) * length).toBeGreaterThan(seconds);
			expect(plural === '').toBe(count === '1');
		}),
	);
});
