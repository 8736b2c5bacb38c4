import { expect, test } from 'vitest';
import { getQuietHoursDelay } from './quiet-hours.ts';

const at = (time: string) => Date.parse(`2026-03-10T${time}Z`);
const minute = 60_000;
const night = { from: 22 * 60, to: 7 * 60, timeZone: 'Africa/Lagos' };

test('getQuietHoursDelay ends overnight hours in the morning of the time zone', () => {
	// Lagos is UTC+1.
	expect(getQuietHoursDelay(night, at('20:59:59'))).toBe(0);
	expect(getQuietHoursDelay(night, at('21:00:00'))).toBe(9 * 60 * minute);
	expect(getQuietHoursDelay(night, at('23:30:00'))).toBe(6.5 * 60 * minute);
	expect(getQuietHoursDelay(night, at('05:59:30'))).toBe(minute / 2);
	expect(getQuietHoursDelay(night, at('06:00:00'))).toBe(0);
});

test('getQuietHoursDelay handles hours within a day, empty hours and null', () => {
	const noon = { from: 12 * 60, to: 13 * 60, timeZone: 'UTC' };
	expect(getQuietHoursDelay(noon, at('11:59:00'))).toBe(0);
	expect(getQuietHoursDelay(noon, at('12:15:00'))).toBe(45 * minute);
	expect(getQuietHoursDelay(noon, at('13:00:00'))).toBe(0);
	expect(getQuietHoursDelay({ ...noon, to: noon.from }, at('12:00:00'))).toBe(0);
	expect(getQuietHoursDelay(null, at('12:00:00'))).toBe(0);
});
