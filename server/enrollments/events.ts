import type { EnrollmentState } from '../../contract/enrollments.ts';
import { defineEvent } from '../platform/events.ts';

/** The state of a request has changed. Emitted only for requests that belong to an account. */
export const enrollmentChanged = defineEvent<{
	enrollmentId: number;
	accountId: number;
	courseId: string;
	state: EnrollmentState;
}>('enrollments.state-changed');
