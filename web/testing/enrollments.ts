import { type Course, priceOf } from '../../contract/course-catalogue.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';

type MyEnrollment = ResponseOf<Endpoints['listMyEnrollments']>['items'][number];

/** A request for a course, as its learner's list shows it: just made. */
export function newEnrollment(course: Course, differences: Partial<MyEnrollment> = {}): MyEnrollment {
	const created_at = '2026-11-01T09:00:00.000Z';
	return {
		id: 'request-1',
		course_id: course.id,
		course_title: course.title,
		name: 'Ada Obi',
		state: 'requested',
		price_kobo: priceOf(course),
		price: course.price,
		created_at,
		steps: [{ state: 'requested', at: created_at }],
		payment: null,
		joined: false,
		progress: null,
		...differences,
	};
}
