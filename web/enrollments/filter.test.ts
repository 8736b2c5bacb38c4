import { expect, test } from 'vitest';
import { enrollmentListPath, parseEnrollmentFilter, toEnrollmentQuery } from './filter.ts';

const nothing = { state: null, course: null, attention: false, q: '' };

test('an address and its filter say the same', () => {
	const filter = {
		state: 'awaiting_payment',
		course: 'web-hacking-essentials',
		attention: true,
		q: 'Ada & Sons',
	} as const;
	expect(parseEnrollmentFilter(new URL(enrollmentListPath(filter), 'http://localhost').searchParams)).toEqual(filter);
	expect(enrollmentListPath(nothing)).toBe('/dashboard/admin/enrollments');
	expect(toEnrollmentQuery(nothing)).toEqual({});
});

test('what an address makes up is left away', () => {
	const params = new URLSearchParams({ state: 'sold', course: 'toString', attention: 'yes', q: ' \u202e\u0000 ' });
	expect(parseEnrollmentFilter(params)).toEqual(nothing);
	expect(parseEnrollmentFilter(new URLSearchParams({ q: 'x'.repeat(300) })).q).toHaveLength(100);
});
