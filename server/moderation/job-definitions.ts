import { z } from 'zod';
import { defineJob } from '../platform/jobs/index.ts';

const minute = 60_000;

export const decisionMailJob = defineJob(
	'moderation.mail',
	z.object({
		kind: z.enum(['owner', 'reporter', 'lifted', 'upheld']),
		decision_id: z.number(),
		account_id: z.number(),
	}),
	{ concurrency: 2, timeout: minute, tries: 8 },
);

export const pictureCheckJob = defineJob('moderation.look-at-pictures', z.object({ ad_id: z.number() }), {
	concurrency: 1,
	timeout: 5 * minute,
});
