import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;

export const legalRequestMailJob = defineJob(
	'data-protection.mail',
	z.object({ request_id: z.number(), kind: z.enum(['received', 'answered']) }),
	{ concurrency: 2, timeout: minute, tries: 8 },
);

/** Job that queues the mails of a notice about a breach, one batch after another. */
export const breachNoticeJob = defineJob('data-protection.breach-notice', z.object({ notice_id: z.number() }), {
	concurrency: 1,
	timeout: minute,
	tries: 8,
});

export const breachNoticeMailJob = defineJob(
	'data-protection.breach-mail',
	z.object({ notice_id: z.number(), account_id: z.number() }),
	{ concurrency: 2, timeout: minute, tries: 8 },
);
