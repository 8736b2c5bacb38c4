import { findCourse } from '../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { limits } from '../../contract/limits.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';
import { enrollmentStates } from './enrollment-state-badge.tsx';

export interface EnrollmentFilter {
	state: EnrollmentState | null;
	course: string | null;
	/** If true, only enrollments that need attention match. */
	attention: boolean;
	q: string;
}

/** Parses an enrollment filter from query parameters and ignores invalid ones. */
export function parseEnrollmentFilter(params: URLSearchParams): EnrollmentFilter {
	const course = params.get('course') ?? '';
	return {
		state: enrollmentStates.find((state) => state === params.get('state')) ?? null,
		course: findCourse(course) ? course : null,
		attention: params.get('attention') === 'true',
		q: readTextParam(params, 'q', limits.search),
	};
}

export function toEnrollmentQueryParams({ state, course, attention, q }: EnrollmentFilter) {
	return {
		...(state && { state }),
		...(course && { course }),
		...(attention && { attention: 'true' }),
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
