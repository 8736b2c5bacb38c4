import type { CourseService } from '../courses/index.ts';
import type { Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { enrollmentChanged } from './events.ts';
import { activateEnrollmentsJob, enrollmentMailJob } from './job-definitions.ts';
import { type EnrollmentEvent, getNextEnrollmentState } from './lifecycle.ts';
import type { MailKind } from './mails.ts';
import * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

export type ChangeEnrollmentState = (
	tx: Tx,
	row: EnrollmentRow,
	event: EnrollmentEvent,
	/** User name of the administrator who changes the state; null for an automatic change. */
	by: string | null,
) => Promise<EnrollmentRow | null>;

const eventMails: Partial<Record<EnrollmentEvent, MailKind>> = {
	pay: 'paid',
	activate: 'active',
	cancel: 'cancelled',
	refund: 'refunded',
};

/**
 * Creates the function that applies an event to an enrollment: state, history, course access, jobs and mails. The caller must have locked
 * the enrollment. The function returns the updated enrollment, or null if the state does not allow the event.
 */
export function createEnrollmentStateChanger(
	deps: Pick<Platform, 'clock' | 'jobs' | 'events'> & {
		courses: CourseService;
	},
): ChangeEnrollmentState {
	const { clock, jobs, courses, events } = deps;

	return async (tx, row, event, by) => {
		const state = getNextEnrollmentState(row.state, event);
		if (!state) return null;
		const at = clock.now();
		const accountId = row.account_id;
		await store.insertStateChange(tx, { enrollment_id: row.id, state, by, at });
		const changed = await store.updateEnrollment(tx, row.id, {
			state,
			proof_at: null,
			updated_at: at,
		});
		if (state === 'paid') await jobs.add(tx, activateEnrollmentsJob, { enrollment_id: row.id });
		if (accountId !== null) {
			const learner = { accountId, courseId: row.course_id };
			if (state === 'active') await courses.addLearner(tx, { ...learner, name: row.name });
			else if (row.state === 'active') await courses.removeLearner(tx, learner);
		}
		await events.emit(tx, enrollmentChanged, { enrollmentId: row.id, accountId, courseId: row.course_id, state });
		const kind = eventMails[event];
		if (kind) await jobs.add(tx, enrollmentMailJob, { enrollment_id: row.id, kind });
		return changed;
	};
}
