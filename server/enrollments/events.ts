import type { EnrollmentState } from '../../contract/enrollments.ts';
import { createEvent } from '../platform/event.ts';

export type EnrollmentEvents = ReturnType<typeof createEnrollmentEvents>;

/** What enrollments announce, within the transaction it happens in. */
export function createEnrollmentEvents() {
	return {
		/** A learner's request has come further; only where it is known whose account it belongs to. */
		stateChanged: createEvent<{ enrollmentId: number; accountId: number; courseId: string; state: EnrollmentState }>(),
	};
}
