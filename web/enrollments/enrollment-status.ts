import type { Client } from '../../contract/client.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';

type MyEnrollment = Awaited<ReturnType<Client['listMyEnrollments']>>['items'][number];
type OwnEnrollment = Pick<MyEnrollment, 'id' | 'course_id' | 'state' | 'progress'>;

const pendingStates = ['requested', 'awaiting_payment', 'paid'] as const satisfies readonly EnrollmentState[];

/** Where an account stands with a course: learning it, or on the way there. */
export type EnrollmentStatus =
	| { step: 'learning'; percent: number }
	| { step: 'waiting'; id: string; state: (typeof pendingStates)[number] };

/** Null where there is neither. What is learned outweighs what was asked for since. */
export function getEnrollmentStatus(courseId: string, enrollments: readonly OwnEnrollment[]): EnrollmentStatus | null {
	const own = enrollments.filter(({ course_id }) => course_id === courseId);
	const learning = own.find(({ progress }) => progress !== null);
	if (learning) return { step: 'learning', percent: learning.progress ?? 0 };
	for (const { id, state } of own) {
		const step = pendingStates.find((one) => one === state);
		if (step) return { step: 'waiting', id, state: step };
	}
	return null;
}

/** Percent by course, for the courses an account learns. */
export function progressByCourse(enrollments: readonly OwnEnrollment[]): ReadonlyMap<string, number> {
	return new Map(enrollments.flatMap(({ course_id, progress }) => (progress === null ? [] : [[course_id, progress]])));
}
