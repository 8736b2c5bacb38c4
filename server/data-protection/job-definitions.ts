import { z } from 'zod';
import { defineJob } from '../platform/jobs/index.ts';

const minute = 60_000;

export const legalRequestMailJob = defineJob(
	'data-protection.mail',
	z.object({ request_id: z.number(), kind: z.enum(['received', 'answered']) }),
	{ concurrency: 2, timeout: minute, tries: 8 },
);
