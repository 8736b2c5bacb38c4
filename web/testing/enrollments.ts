import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import { type Course, coursePriceKobo } from '../../contract/courses/course-catalogue.ts';
import type { Enrollment, EnrollmentDetail, EnrollmentListItem } from '../../contract/enrollments/enrollments.ts';

const course = { course_id: 'web-hacking-essentials', course_title: 'Web Hacking Essentials' };
const price = { price_kobo: 7_000_000, price: 'NGN 70,000' };
const created_at = '2026-11-01T09:00:00.000Z';

/** Makes an enrollment that awaits payment, as its learner receives it. */
export function makeEnrollment(overrides: Partial<Enrollment> = {}): Enrollment {
	return {
		...course,
		...price,
		id: '1.a-key-that-nobody-guesses',
		name: 'Ada Obi',
		state: 'awaiting_payment',
		created_at,
		steps: [{ state: 'requested', at: created_at }],
		payment: { online: true, bank: null, proofs: [] },
		joined: false,
		...overrides,
	};
}

/** Makes an enrollment that awaits payment, as a row of the administrator's list. */
export function makeEnrollmentRow(id: number, overrides: Partial<EnrollmentListItem> = {}): EnrollmentListItem {
	return {
		...course,
		...price,
		id,
		coursetype: course.course_title,
		name: `Learner ${id}`,
		email: `learner_${id}@example.com`,
		phone: '0803 123 4567',
		whatsapp: '2348031234567',
		state: 'awaiting_payment',
		reference: `KSW-${id}`,
		has_proof: false,
		attention: null,
		user_name: null,
		created_at,
		updated_at: created_at,
		...overrides,
	};
}

export function makeEnrollmentDetail(id: number, overrides: Partial<EnrollmentDetail> = {}): EnrollmentDetail {
	return {
		...makeEnrollmentRow(id),
		steps: [{ state: 'requested', at: created_at, by: null }],
		actions: ['confirm_payment', 'cancel'],
		notes: [],
		payments: [],
		proofs: [],
		...overrides,
	};
}

type MyEnrollment = ResponseOf<Endpoints['listMyEnrollments']>['items'][number];

/** Makes a new enrollment, as an entry of its learner's list. */
export function makeListedEnrollment(course: Course, overrides: Partial<MyEnrollment> = {}): MyEnrollment {
	const created_at = '2026-11-01T09:00:00.000Z';
	return {
		id: 'request-1',
		course_id: course.id,
		course_title: course.title,
		name: 'Ada Obi',
		state: 'requested',
		price_kobo: coursePriceKobo(course),
		price: course.price,
		created_at,
		steps: [{ state: 'requested', at: created_at }],
		payment: null,
		joined: false,
		progress: null,
		email: 'ada@example.com',
		phone: '0803 123 4567',
		...overrides,
	};
}
