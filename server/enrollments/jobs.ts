import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import type { EnrollmentService } from './enrollments.ts';
import { activateEnrollmentsJob, enrollmentMailJob, paymentEventJob } from './job-definitions.ts';

export interface EnrollmentJobHandlersDeps extends Pick<Platform, 'db' | 'mail' | 'mailRecipients'> {
	enrollments: EnrollmentService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

export function createEnrollmentJobHandlers({
	db,
	mail,
	mailRecipients,
	enrollments,
	logger,
}: EnrollmentJobHandlersDeps): JobHandler[] {
	const { paymentFlow } = enrollments;

	return [
		defineJobHandler(enrollmentMailJob, async ({ enrollment_id, kind }, { attempt }) => {
			const found = await enrollments.getMail(enrollment_id, kind);
			if (!found) return;
			const to = await mailRecipients.admit(
				found.to,
				kind === 'repeated' ? 'repeated-enrollment' : 'enrollment',
				attempt,
			);
			if (!to) return;
			const { delivered } = await mail.send({ to, ...found.message });
			if (delivered !== 'smtp') logger.info(`Enrollment mail written to ${delivered}`);
		}),
		defineJobHandler(activateEnrollmentsJob, ({ enrollment_id }) =>
			db.transaction((tx) => enrollments.activate(tx, enrollment_id)),
		),
		defineJobHandler(
			paymentEventJob,
			({ event_id }, { signal }) => paymentFlow.processEvent(event_id, signal),
			(tx, { event_id }) => paymentFlow.handleFailedEvent(tx, event_id),
		),
	];
}
