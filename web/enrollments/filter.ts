import { courseById } from '../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { limits } from '../../contract/limits.ts';
import { searchOf, textIn } from '../data/address.ts';
import { stateNames } from './states.tsx';

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
export function filterIn(params: URLSearchParams): EnrollmentFilter {
	const course = params.get('course') ?? '';
	return {
		state: stateNames.find((state) => state === params.get('state')) ?? null,
		course: courseById(course) ? course : null,
		attention: params.get('attention') === 'true',
		q: textIn(params, 'q', limits.search),
	};
}

/** The filter as the API and the address write it: what is not set is left away. */
export function queryOf({ state, course, attention, q }: EnrollmentFilter) {
	return {
		...(state && { state }),
		...(course && { course }),
		...(attention && { attention: 'true' }),
		...(q !== '' && { q }),
	};
}

const list = '/dashboard/admin/enrollments';

/** Path of the administrators' list of requests, as it is filtered. */
export function enrollmentListPath(filter: EnrollmentFilter): string {
	return list + searchOf(queryOf(filter));
}

/** Path of one request among the administrators' pages. */
export function enrollmentDetailPath(id: number): string {
	return `${list}/${id}`;
}
