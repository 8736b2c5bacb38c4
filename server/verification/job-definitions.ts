import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;

export const verificationDecisionMailJob = defineJob(
	'verification.mail',
	z.object({ verification_id: z.number(), outcome: z.enum(['accepted', 'rejected', 'revoked']) }),
	{ concurrency: 2, timeout: minute, tries: 8 },
);
