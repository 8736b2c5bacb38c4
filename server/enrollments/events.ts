import type { EnrollmentState } from '../../contract/enrollments.ts';
import { defineEvent } from '../platform/events.ts';

/** A learner's request has come further; only where it is known whose account it belongs to. */
export const enrollmentChanged = defineEvent<{
	enrollmentId: number;
	accountId: number;
	courseId: string;
	state: EnrollmentState;
}>('enrollments.state-changed');
