import * as limits from '../../contract/core/limits.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';
import { enrollmentStates } from './enrollment-state-badge.tsx';

export interface EnrollmentFilter {
	state: EnrollmentState | null;
	course: string | null;
	/** If true, only enrollments that need attention match. */
	attention: boolean;
	/** If true, only enrollments with a proof that no administrator has dealt with match. */
	proof: boolean;
	q: string;
}

export const emptyEnrollmentFilter: EnrollmentFilter = {
	state: null,
	course: null,
	attention: false,
	proof: false,
	q: '',
};

/** Parses an enrollment filter from query parameters and ignores invalid ones. */
export function parseEnrollmentFilter(params: URLSearchParams): EnrollmentFilter {
	const course = params.get('course') ?? '';
	return {
		state: enrollmentStates.find((state) => state === params.get('state')) ?? null,
		course: findCourse(course) ? course : null,
		attention: params.get('attention') === 'true',
		proof: params.get('proof') === 'true',
		q: readTextParam(params, 'q', limits.search),
	};
}

export function toEnrollmentQueryParams({ state, course, attention, proof, q }: EnrollmentFilter) {
	return {
		...(state && { state }),
		...(course && { course }),
		...(attention && { attention: 'true' }),
		...(proof && { proof: 'true' }),
		...(q !== '' && { q }),
	};
}

const listPath = '/dashboard/admin/enrollments';

export function enrollmentListPath(filter: EnrollmentFilter): string {
	return listPath + toSearchString(toEnrollmentQueryParams(filter));
}

export function enrollmentDetailPath(id: number): string {
	return `${listPath}/${id}`;
}
