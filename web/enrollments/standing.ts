import type { Client } from '../../contract/client.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';

type MyEnrollment = Awaited<ReturnType<Client['listMyEnrollments']>>['items'][number];
type Mine = Pick<MyEnrollment, 'id' | 'course_id' | 'state' | 'progress'>;

const waiting = ['requested', 'awaiting_payment', 'paid'] as const satisfies readonly EnrollmentState[];

/** Where an account stands with a course: learning it, or on the way there. */
export type Standing =
	| { step: 'learning'; percent: number }
	| { step: 'waiting'; id: string; state: (typeof waiting)[number] };

/** Null where there is neither. What is learned outweighs what was asked for since. */
export function standingIn(courseId: string, mine: readonly Mine[]): Standing | null {
	const own = mine.filter(({ course_id }) => course_id === courseId);
	const learning = own.find(({ progress }) => progress !== null);
	if (learning) return { step: 'learning', percent: learning.progress ?? 0 };
	for (const { id, state } of own) {
		const step = waiting.find((one) => one === state);
		if (step) return { step: 'waiting', id, state: step };
	}
	return null;
}

/** Percent by course, for the courses an account learns. */
export function progressByCourse(mine: readonly Mine[]): ReadonlyMap<string, number> {
	return new Map(mine.flatMap(({ course_id, progress }) => (progress === null ? [] : [[course_id, progress]])));
}
