import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Mail } from '../platform/mail/index.ts';
import { type MailKind, mailJob } from './mails.ts';
import type { Moderation } from './moderation.ts';
import { lookJob } from './noticing.ts';

export interface ModerationJobsParts {
	jobs: Jobs;
	mail: Mail;
	moderation: Moderation;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

const minute = 60_000;

/** Sends the mails that decisions queue, and looks at the pictures of new ads. */
export function registerModerationJobs({ jobs, mail, moderation, logger }: ModerationJobsParts): void {
	jobs.work(mailJob, { concurrency: 2, timeout: minute, tries: 8 }, async (data) => {
		const message = await moderation.mail(data.kind as MailKind, Number(data.decision_id), Number(data.account_id));
		if (!message) return;
		const { delivered } = await mail.send(message);
		if (delivered !== 'smtp') logger.info(`A mail about a decision is in ${delivered}`);
	});

	jobs.work(lookJob, { concurrency: 1, timeout: 5 * minute }, (data) => moderation.lookAt(Number(data.ad_id)));
}
