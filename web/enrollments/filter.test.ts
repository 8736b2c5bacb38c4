import { expect, test } from 'vitest';
import { enrollmentListPath, parseEnrollmentFilter, toEnrollmentQueryParams } from './filter.ts';

const emptyFilter = { state: null, course: null, attention: false, proof: false, q: '' };

test('round-trips a filter through the address', () => {
	const filter = {
		state: 'awaiting_payment',
		course: 'web-hacking-essentials',
		attention: true,
		proof: true,
		q: 'Ada & Sons',
	} as const;
	expect(parseEnrollmentFilter(new URL(enrollmentListPath(filter), 'http://localhost').searchParams)).toEqual(filter);
	expect(enrollmentListPath(emptyFilter)).toBe('/dashboard/admin/enrollments');
	expect(toEnrollmentQueryParams(emptyFilter)).toEqual({});
});

test('ignores invalid parameters', () => {
	const params = new URLSearchParams({ state: 'sold', course: 'toString', attention: 'yes', q: ' \u202e\u0000 ' });
	expect(parseEnrollmentFilter(params)).toEqual(emptyFilter);
	expect(parseEnrollmentFilter(new URLSearchParams({ q: 'x'.repeat(300) })).q).toHaveLength(100);
});
