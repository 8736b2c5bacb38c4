import type { RequestStep } from '../../contract/enrollments/course-request-steps.ts';
import type { MyEnrollment } from './request-panel.tsx';
import { getRequestStep } from './request-step.ts';

type OwnEnrollment = Pick<MyEnrollment, 'id' | 'course_id' | 'state' | 'payment' | 'progress'>;

/** Status of an account in a course: learning, or with a request that is not an open course. */
export type EnrollmentStatus<Own extends OwnEnrollment> =
	| { step: 'learning'; percent: number }
	| { step: 'request'; enrollment: Own; request: RequestStep };

/**
 * Returns an account's status in a course; null without an enrollment. Learning takes precedence over a later request, and a request that
 * goes on over one that has ended.
 */
export function getEnrollmentStatus<Own extends OwnEnrollment>(
	courseId: string,
	enrollments: readonly Own[],
): EnrollmentStatus<Own> | null {
	const own = enrollments.filter(({ course_id }) => course_id === courseId);
	const learning = own.find(({ progress }) => progress !== null);
	if (learning) return { step: 'learning', percent: learning.progress ?? 0 };
	const enrollment = own.find(({ state }) => !hasEnded(state)) ?? own[0];
	const request = enrollment && getRequestStep(enrollment);
	return enrollment && request ? { step: 'request', enrollment, request } : null;
}

/** Returns whether an enrollment was cancelled or refunded. */
export const hasEnded = (state: OwnEnrollment['state']) => state === 'cancelled' || state === 'refunded';

/** Maps the ids of an account's active courses to the progress in percent. */
export function getProgressByCourseId(
	enrollments: readonly Pick<OwnEnrollment, 'course_id' | 'progress'>[],
): ReadonlyMap<string, number> {
	return new Map(enrollments.flatMap(({ course_id, progress }) => (progress === null ? [] : [[course_id, progress]])));
}
