import type { Client } from '../../contract/client.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';

type MyEnrollment = Awaited<ReturnType<Client['listMyEnrollments']>>['items'][number];
type OwnEnrollment = Pick<MyEnrollment, 'id' | 'course_id' | 'state' | 'progress'>;

const pendingStates = ['requested', 'awaiting_payment', 'paid'] as const satisfies readonly EnrollmentState[];

/** Status of an account in a course: learning, or waiting for access. */
export type EnrollmentStatus =
	| { step: 'learning'; percent: number }
	| { step: 'waiting'; id: string; state: (typeof pendingStates)[number] };

/** Returns an account's status in a course; null if it neither learns nor waits. Learning takes precedence over a later request. */
export function getEnrollmentStatus(courseId: string, enrollments: readonly OwnEnrollment[]): EnrollmentStatus | null {
	const own = enrollments.filter(({ course_id }) => course_id === courseId);
	const learning = own.find(({ progress }) => progress !== null);
	if (learning) return { step: 'learning', percent: learning.progress ?? 0 };
	for (const { id, state } of own) {
		const step = pendingStates.find((pending) => pending === state);
		if (step) return { step: 'waiting', id, state: step };
	}
	return null;
}

/** Maps the ids of an account's active courses to the progress in percent. */
export function getProgressByCourseId(enrollments: readonly OwnEnrollment[]): ReadonlyMap<string, number> {
	return new Map(enrollments.flatMap(({ course_id, progress }) => (progress === null ? [] : [[course_id, progress]])));
}
