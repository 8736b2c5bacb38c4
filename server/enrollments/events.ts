import type { EnrollmentState } from '../../contract/enrollments.ts';
import { defineEvent } from '../platform/events.ts';

/** Event: the state of an enrollment changed. Emitted only for an enrollment that is linked to an account. */
export const enrollmentChanged = defineEvent<{
	enrollmentId: number;
	accountId: number;
	courseId: string;
	state: EnrollmentState;
}>('enrollments.state-changed');
