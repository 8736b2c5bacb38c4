import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;

/** Compares a new ad with the saved searches that may match it. */
export const matchAdJob = defineJob('saved-searches.match', z.object({ ad_id: z.number() }), {
	concurrency: 1,
	timeout: 10 * minute,
	tries: 5,
});

/** Sends an account the mail about the ads of a day. */
export const alertMailJob = defineJob(
	'saved-searches.mail',
	z.object({
		account_id: z.number(),
		matches: z.array(z.object({ search_id: z.number(), ad_ids: z.array(z.number()) })),
	}),
	{ concurrency: 2, timeout: minute, tries: 8 },
);
