import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import { defineEvent } from '../core/events.ts';

/** Event: somebody requested a course, or the state of the enrollment changed. `accountId` is null if no account is linked to it. */
export const enrollmentChanged = defineEvent<{
	enrollmentId: number;
	accountId: number | null;
	courseId: string;
	state: EnrollmentState;
}>('enrollments.state-changed');
