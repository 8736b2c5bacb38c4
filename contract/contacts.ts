import { z } from 'zod';
import { personSchema } from './accounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { idParamSchema, idSchema, timeSchema } from './fields.ts';
import { limits } from './limits.ts';
import { createCursorPageSchema, paginationQueryShape } from './page.ts';

/** Ways in which a buyer gets in touch outside this site. `offer` is a WhatsApp chat with an offered price. */
export const contactChannels = ['whatsapp', 'offer', 'call'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** How a buyer got in touch with a seller. `question` is a comment on the ad. */
export const contactKinds = [...contactChannels, 'question'] as const;
export type ContactKind = (typeof contactKinds)[number];

const adParamsSchema = z.strictObject({ id: idParamSchema });

export const recordContact = defineEndpoint('recordContact', {
	summary: 'Tell the seller of an ad that you got in touch. Idempotent; a comment records itself',
	params: adParamsSchema.extend({ kind: z.enum(contactChannels) }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const contactSchema = z.strictObject({
	buyer: personSchema,
	/** Last way in which the buyer got in touch. */
	kind: z.enum(contactKinds),
	contacted_at: timeSchema,
	/** True for the buyer to whom the seller sold the item. */
	bought: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const listContacts = defineEndpoint('listContacts', {
	summary: `List the buyers who got in touch about your ad in the last ${limits.contactRetention / 86_400_000} days, the one who bought first, then newest first`,
	params: adParamsSchema,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(contactSchema) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const setBuyer = defineEndpoint('setBuyer', {
	summary: 'Say which of the buyers who got in touch bought the item of your sold ad; null for nobody. Idempotent',
	params: adParamsSchema,
	body: z.strictObject({ buyer_id: idSchema.nullable() }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
