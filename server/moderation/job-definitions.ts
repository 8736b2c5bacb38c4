import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

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

/** Remembers the ads and posts of a suspended account, to find them again. */
export const removedContentJob = defineJob('moderation.remember-content', z.object({ decision_id: z.number() }), {
	concurrency: 1,
	timeout: 10 * minute,
});

export const postPictureCheckJob = defineJob('moderation.check-post-pictures', z.object({ post_id: z.number() }), {
	concurrency: 1,
	timeout: 5 * minute,
});

export const pictureCheckJob = defineJob('moderation.look-at-pictures', z.object({ ad_id: z.number() }), {
	concurrency: 1,
	timeout: 5 * minute,
});
