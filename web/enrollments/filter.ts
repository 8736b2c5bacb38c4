import { courseById } from '../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { limits } from '../../contract/limits.ts';
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

// What nobody sees is nothing to look for.
const invisible = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Reads an address forgivingly: what it does not understand is left away. */
export function filterIn(params: URLSearchParams): EnrollmentFilter {
	const course = params.get('course') ?? '';
	const q = (params.get('q') ?? '').replace(invisible, '').trim().slice(0, limits.search).toWellFormed().trim();
	return {
		state: stateNames.find((state) => state === params.get('state')) ?? null,
		course: courseById(course) ? course : null,
		attention: params.get('attention') === 'true',
		q,
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

/** What stands behind the question mark of the address, with it; empty where nothing is set. */
export function searchOf(filter: EnrollmentFilter): string {
	const params = new URLSearchParams(queryOf(filter));
	return params.size > 0 ? `?${params}` : '';
}

const list = '/dashboard/admin/enrollments';

/** Path of the administrators' list of requests, as it is filtered. */
export function enrollmentListPath(filter: EnrollmentFilter): string {
	return list + searchOf(filter);
}

/** Path of one request among the administrators' pages. */
export function enrollmentDetailPath(id: number): string {
	return `${list}/${id}`;
}
