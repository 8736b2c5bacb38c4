import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import { toProvenRecipient } from '../senders/mail/index.ts';
import type { BreachService } from './breaches.ts';
import { breachNoticeJob, breachNoticeMailJob, legalRequestMailJob } from './job-definitions.ts';
import type { LegalRequestService } from './legal-requests.ts';

export interface DataProtectionJobHandlersDeps extends Pick<Platform, 'db' | 'mail' | 'mailRecipients'> {
	requests: LegalRequestService;
	breaches: BreachService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

/** Creates the jobs that send mails about legal requests and breaches. An administrator decides to send an answer, so answers have no limit. */
export function createDataProtectionJobHandlers(deps: DataProtectionJobHandlersDeps): JobHandler[] {
	const { db, mail, mailRecipients, requests, breaches, logger } = deps;
	return [
		defineJobHandler(legalRequestMailJob, async ({ request_id, kind }, { attempt }) => {
			const found = await requests.composeMail(request_id, kind);
			if (!found) return;
			const { email, message } = found;
			const to =
				kind === 'answered'
					? toProvenRecipient(email)
					: await mailRecipients.admit({ email, isProven: false }, 'legal-request', attempt);
			if (!to) return;
			const { delivered } = await mail.send({ to, ...message });
			if (delivered !== 'smtp') logger.info(`A mail about a legal request is in ${delivered}`);
		}),
		defineJobHandler(
			breachNoticeJob,
			({ notice_id }) => breaches.queueNotices(notice_id),
			(tx, { notice_id }) => breaches.markUnmailed(tx, notice_id),
		),
		defineJobHandler(
			breachNoticeMailJob,
			async ({ notice_id, account_id }, { attempt }) => {
				const found = await breaches.composeNotice(notice_id, account_id);
				const to = found && (await mailRecipients.admit(found.to, 'notice', attempt));
				if (!to) return db.transaction((tx) => breaches.markUnmailed(tx, notice_id, account_id));
				const { delivered } = await mail.send({ to, ...found.message });
				if (delivered === 'smtp') return breaches.markMailed(notice_id, account_id);
				logger.info(`A mail about a breach is in ${delivered}`);
				await db.transaction((tx) => breaches.markUnmailed(tx, notice_id, account_id));
			},
			(tx, { notice_id, account_id }) => breaches.markUnmailed(tx, notice_id, account_id),
		),
	];
}
