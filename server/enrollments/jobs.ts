import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../platform/jobs/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import { catchTooManyRequests, type RateLimiter } from '../platform/rate-limits.ts';
import type { EnrollmentService } from './enrollments.ts';
import { activateEnrollmentsJob, enrollmentMailJob, paymentEventJob } from './job-definitions.ts';

export interface EnrollmentJobHandlersDeps {
	mail: Mailer;
	rateLimits: RateLimiter;
	enrollments: EnrollmentService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

/** Limits repeated mails to an address, because anyone can enter another person's address. The first mail is always sent. */
const repeatedMailRate = { most: 5, window: 24 * 3_600_000 };

export function createEnrollmentJobHandlers({
	mail,
	rateLimits,
	enrollments,
	logger,
}: EnrollmentJobHandlersDeps): JobHandler[] {
	const { paymentFlow } = enrollments;

	const isFlooded = async (address: string) =>
		(await catchTooManyRequests(rateLimits.count(`enrollment mail ${address.toLowerCase()}`, repeatedMailRate))) !==
		null;

	return [
		defineJobHandler(enrollmentMailJob, async ({ enrollment_id, kind }, { attempt }) => {
			const message = await enrollments.getMail(enrollment_id, kind);
			if (!message) return;
			if (kind === 'repeated' && attempt === 1 && (await isFlooded(message.to))) return;
			const { delivered } = await mail.send(message);
			if (delivered !== 'smtp') logger.info(`Enrollment mail written to ${delivered}`);
		}),
		defineJobHandler(activateEnrollmentsJob, ({ enrollment_id }) => enrollments.activate(enrollment_id)),
		defineJobHandler(
			paymentEventJob,
			({ event_id }, { signal }) => paymentFlow.processEvent(event_id, signal),
			(tx, { event_id }) => paymentFlow.handleFailedEvent(tx, event_id),
		),
	];
}
