import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;

export const enrollmentMailJob = defineJob(
	'enrollments.mail',
	z.object({
		enrollment_id: z.number(),
		kind: z.enum(['received', 'repeated', 'asked', 'paid', 'active', 'cancelled', 'refunded']),
	}),
	{ concurrency: 2, timeout: minute, tries: 8 },
);

export const activateEnrollmentsJob = defineJob('enrollments.activate', z.object({ enrollment_id: z.number() }), {
	concurrency: 1,
	timeout: minute,
	tries: 20,
});

export const paymentEventJob = defineJob('enrollments.payment-news', z.object({ event_id: z.number() }), {
	concurrency: 2,
	timeout: 2 * minute,
	tries: 12,
});
