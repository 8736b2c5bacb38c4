import { courseById } from '../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { limits } from '../../contract/limits.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';
import { enrollmentStates } from './enrollment-state-badge.tsx';

/** What an administrator looks for. */
export interface EnrollmentFilter {
	state: EnrollmentState | null;
	/** Id of a course. */
	course: string | null;
	/** Only those with something to look at. */
	attention: boolean;
	q: string;
}

/** Reads an address forgivingly: what it does not understand is left away. */
export function parseEnrollmentFilter(params: URLSearchParams): EnrollmentFilter {
	const course = params.get('course') ?? '';
	return {
		state: enrollmentStates.find((state) => state === params.get('state')) ?? null,
		course: courseById(course) ? course : null,
		attention: params.get('attention') === 'true',
		q: readTextParam(params, 'q', limits.search),
	};
}

/** The filter as the API and the address write it: what is not set is left away. */
export function toEnrollmentQuery({ state, course, attention, q }: EnrollmentFilter) {
	return {
		...(state && { state }),
		...(course && { course }),
		...(attention && { attention: 'true' }),
		...(q !== '' && { q }),
	};
}

const listPath = '/dashboard/admin/enrollments';

/** Path of the administrators' list of requests, as it is filtered. */
export function enrollmentListPath(filter: EnrollmentFilter): string {
	return listPath + toSearchString(toEnrollmentQuery(filter));
}

/** Path of one request among the administrators' pages. */
export function enrollmentDetailPath(id: number): string {
	return `${listPath}/${id}`;
}
