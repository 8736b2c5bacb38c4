import { z } from 'zod';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import * as contactLimits from './limits.ts';

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

/** What a link that reveals a number opens: a WhatsApp chat, or the number to call. */
export const revealChannels = ['whatsapp', 'call'] as const;
export type RevealChannel = (typeof revealChannels)[number];

/** The id of an ad, or `@` and the user name of a seller. */
const revealSubjectSchema = z
	.string()
	.regex(/^([1-9]\d{0,14}|@[a-z0-9_]{3,30})$/i)
	.transform((subject) => (subject.startsWith('@') ? subject.slice(1) : Number(subject)));

export const revealParamsSchema = z.strictObject({ subject: revealSubjectSchema, channel: z.enum(revealChannels) });

/** What the buyer says in the chat. */
export const chatWordsSchema = createTextSchema({ max: contactLimits.chatWords.max });

const hexSchema = z.string().regex(/^[0-9a-f]{1,100}$/);

/** Work to do before a number is shown, in the format of the package `altcha-lib`. The server signs it. */
export const challengeSchema = z.strictObject({
	parameters: z.strictObject({
		algorithm: z.literal('PBKDF2/SHA-256'),
		nonce: hexSchema,
		salt: hexSchema,
		cost: z.int().positive(),
		keyLength: z.int().positive(),
		keyPrefix: hexSchema,
		data: z.strictObject({
			/** Seller whose numbers are revealed. */
			seller: idSchema,
			/** Mean number of tries that the challenge takes. */
			tries: z.int().positive(),
			/** Milliseconds since 1970. */
			expires: z.int().positive(),
		}),
	}),
	signature: hexSchema,
});
export type Challenge = z.infer<typeof challengeSchema>;

const solvedChallengeSchema = z.strictObject({
	challenge: challengeSchema,
	solution: z.strictObject({ counter: z.int().nonnegative().max(0xffff_ffff), derivedKey: hexSchema }),
});
export type SolvedChallenge = z.infer<typeof solvedChallengeSchema>;

export const revealContact = defineEndpoint('revealContact', {
	summary:
		"Get the address that opens a WhatsApp chat with a seller, or the seller's number to call. Beyond the budget of a device, an account or a network, get a challenge to solve first",
	params: revealParamsSchema,
	body: z.strictObject({ words: chatWordsSchema.optional(), solved: solvedChallengeSchema.optional() }),
	responses: {
		200: z.strictObject({
			/** Address of `wa.me` or a `tel:` address. Null if a challenge comes first. */
			url: z.string().nullable(),
			challenge: challengeSchema.nullable(),
		}),
	},
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const contactRevealsSchema = z.strictObject({
	/** The account that revealed the numbers; null for a network. */
	account: personSchema.nullable(),
	/** Address of the network; null for an account. */
	network: z.string().nullable(),
	/** Whether only visitors and new accounts on new devices of the network are counted. */
	strangers: z.boolean(),
	/** Number of sellers whose numbers were revealed in the last 24 hours. */
	sellers: z.int().positive(),
	last_at: timeSchema,
});
export type ContactReveals = z.infer<typeof contactRevealsSchema>;

export const listContactReveals = defineEndpoint('listContactReveals', {
	summary: 'List the accounts and networks that revealed the numbers of most sellers in the last 24 hours',
	responses: { 200: z.strictObject({ items: z.array(contactRevealsSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
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
	summary: `List the buyers who got in touch about your ad in the last ${contactLimits.contactRetention / 86_400_000} days, the one who bought first, then newest first`,
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
