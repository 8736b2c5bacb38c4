import { type EnrollmentFilter, searchOf } from './filter.ts';

const desk = '/dashboard/admin/enrollments';

/** Path of the administrators' list of requests, as it is filtered. */
export function enrollmentListPath(filter: EnrollmentFilter): string {
	return desk + searchOf(filter);
}

/** Path of one request at the administrators' desk. */
export function enrollmentDetailPath(id: number): string {
	return `${desk}/${id}`;
}
