import { z } from 'zod';
import { contactChannels } from '../../contract/contacts/contacts.ts';
import { enrollmentStates } from '../../contract/enrollments/enrollments.ts';

const idSchema = z.number();

/** What happened, without any text, so that queues and logs never contain what is hidden later. */
export const storedEventSchema = z.discriminatedUnion('type', [
	z.object({ type: z.enum(['ad.published', 'ad.changed', 'ad.sold']), ad_id: idSchema }),
	z.object({
		type: z.literal('contact.created'),
		ad_id: idSchema,
		channel: z.enum(contactChannels),
	}),
	z.object({ type: z.literal('comment.created'), comment_id: idSchema }),
	z.object({ type: z.literal('review.created'), review_id: idSchema }),
	z.object({
		type: z.literal('enrollment.changed'),
		enrollment_id: idSchema,
		course_id: z.string(),
		state: z.enum(enrollmentStates),
	}),
	z.object({ type: z.literal('webhook.test') }),
]);
export type StoredEvent = z.infer<typeof storedEventSchema>;
