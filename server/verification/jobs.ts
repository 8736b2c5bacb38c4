import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import { verificationDecisionMailJob } from './job-definitions.ts';
import type { VerificationService } from './verification.ts';

export interface VerificationJobHandlersDeps extends Pick<Platform, 'mail' | 'mailRecipients'> {
	verification: VerificationService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

/** Creates the job that sends mails about decisions. */
export function createVerificationJobHandlers(deps: VerificationJobHandlersDeps): JobHandler[] {
	const { mail, mailRecipients, verification, logger } = deps;
	return [
		defineJobHandler(verificationDecisionMailJob, async ({ verification_id, outcome }, { attempt }) => {
			const found = await verification.business.composeMail(verification_id, outcome);
			const to = found && (await mailRecipients.admit(found.to, 'notice', attempt));
			if (!to) return;
			const { delivered } = await mail.send({ to, ...found.message });
			if (delivered !== 'smtp') logger.info(`A mail about a verification is in ${delivered}`);
		}),
	];
}
