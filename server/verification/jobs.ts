import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../platform/jobs/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import { verificationMailJob } from './job-definitions.ts';
import type { VerificationService } from './verification.ts';

export interface VerificationJobHandlersDeps {
	mail: Mailer;
	verification: VerificationService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

/** Creates the job that sends mails about decisions. */
export function createVerificationJobHandlers(deps: VerificationJobHandlersDeps): JobHandler[] {
	const { mail, verification, logger } = deps;
	return [
		defineJobHandler(verificationMailJob, async ({ verification_id, outcome }) => {
			const message = await verification.business.composeMail(verification_id, outcome);
			if (!message) return;
			const { delivered } = await mail.send(message);
			if (delivered !== 'smtp') logger.info(`A mail about a verification is in ${delivered}`);
		}),
	];
}
