import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { phoneSchema } from '../core/phone.ts';
import { fileFormSchema } from '../media/media.ts';
import { verificationLimits } from './verification-limits.ts';

/** Documents that can prove a business: of the Corporate Affairs Commission, the tax office, or the agency for small businesses. */
export const businessDocuments = [
	'cac_certificate',
	'cac_status_report',
	'tin_certificate',
	'smedan_certificate',
] as const;
export type BusinessDocument = (typeof businessDocuments)[number];

/**
 * States of a request to verify a business. An accepted one may be revoked later. The owner may withdraw a pending one. An accepted one
 * is withdrawn when a newer one is accepted.
 */
export const verificationStates = ['pending', 'accepted', 'rejected', 'revoked', 'withdrawn'] as const;
export type VerificationState = (typeof verificationStates)[number];

export const verificationRequestSchema = z.strictObject({
	id: idSchema,
	business_name: z.string(),
	document: z.enum(businessDocuments),
	state: z.enum(verificationStates),
	/** Reason of the decision; null without a decision. */
	reason: z.string().nullable(),
	created_at: timeSchema,
	decided_at: timeSchema.nullable(),
});
export type VerificationRequest = z.infer<typeof verificationRequestSchema>;

/** Private picture of a document. Its signed URL expires after `limits.signedUrlTtl`. */
export const documentPictureSchema = z.strictObject({ id: idSchema, url: z.string(), created_at: timeSchema });
export type DocumentPicture = z.infer<typeof documentPictureSchema>;

/** Who has the better right to a name that looks like that of an account: another account, or a verified business. */
export const nameHolders = ['account', 'business'] as const;
export type NameHolder = (typeof nameHolders)[number];

/** What an account has proven, as its owner sees it. */
export const verificationSchema = z.strictObject({
	/** Present if no badge stands beside the name of the account, because the name looks like another's. */
	name_holder: z.enum(nameHolders).optional(),
	phone: z.strictObject({
		/** True if this site can send codes to phones. */
		available: z.boolean(),
		/** Phone number of the account as digits for a `wa.me` link; null if the account has none. */
		number: z.string().nullable(),
		/** Time when the owner proved control of `number`; null if not proven. */
		verified_at: timeSchema.nullable(),
		/** The code that was sent last; null if there is none, or if it no longer works. */
		code: z
			.strictObject({
				/** Phone number to which the code was sent. */
				number: z.string(),
				/** Seconds until another code may be sent. */
				resend_in: z.int().nonnegative(),
				tries_left: z.int().positive(),
			})
			.nullable(),
	}),
	business: z.strictObject({
		/** Name of the business whose documents were accepted; null if not proven. */
		name: z.string().nullable(),
		verified_at: timeSchema.nullable(),
		/** The newest request to verify a business; null if there is none. */
		request: verificationRequestSchema.nullable(),
		/** Pictures of the pending request. Without one, pictures for the next request. Oldest first. */
		documents: z.array(documentPictureSchema),
	}),
});
export type Verification = z.infer<typeof verificationSchema>;

export const getVerification = defineEndpoint('getVerification', {
	summary: 'Get what your account has proven, and what is pending',
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const sendPhoneCode = defineEndpoint('sendPhoneCode', {
	summary: 'Send a code to a Nigerian mobile number by SMS',
	body: z.strictObject({ phone: phoneSchema }),
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

const codePattern = new RegExp(`^\\d{${verificationLimits.phoneCode.digits}}$`);

export const verifyPhone = defineEndpoint('verifyPhone', {
	summary: 'Verify a phone number with the code from the SMS; the number becomes the number of your account',
	body: z.strictObject({
		code: z
			.string(validationText.codeMissing)
			// People type a code with spaces, or paste it with them.
			.max(40)
			.transform((code) => code.replace(/\s+/g, ''))
			.refine((code) => codePattern.test(code), validationText.phoneCodeInvalid(verificationLimits.phoneCode.digits)),
	}),
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const addBusinessDocument = defineEndpoint('addBusinessDocument', {
	summary: 'Upload a picture of a document for your next request',
	form: fileFormSchema,
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const removeBusinessDocument = defineEndpoint('removeBusinessDocument', {
	summary: 'Delete a picture that you have not sent with a request yet',
	params: z.strictObject({ id: idParamSchema }),
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const requestBusinessVerification = defineEndpoint('requestBusinessVerification', {
	summary: 'Ask administrators to verify your business with the pictures that you uploaded',
	body: z.strictObject({
		business_name: createTextSchema({
			max: verificationLimits.businessName.max,
			missing: validationText.businessNameMissing,
		}),
		document: z.enum(businessDocuments, validationText.documentMissing),
	}),
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const withdrawBusinessVerification = defineEndpoint('withdrawBusinessVerification', {
	summary: 'Withdraw your pending request and delete its pictures',
	responses: { 200: verificationSchema },
	errors: ['unauthenticated', 'forbidden'],
});

/** Account that asks for the verification of its business. */
export const requesterSchema = personSchema.extend({ created_at: timeSchema });

export const verificationRequestListItemSchema = verificationRequestSchema.extend({
	account: requesterSchema,
	/** Number of pictures; 0 after the decision, which deletes them. */
	documents: z.int().nonnegative(),
});
export type VerificationRequestListItem = z.infer<typeof verificationRequestListItemSchema>;

export const listVerificationRequests = defineEndpoint('listVerificationRequests', {
	summary: 'List requests to verify a business: pending ones oldest first, others newest first',
	query: z.strictObject({ ...paginationQueryShape, state: z.enum(verificationStates).default('pending') }),
	responses: {
		200: createCursorPageSchema(verificationRequestListItemSchema).extend({
			/** Number of pending requests. */
			pending: z.int().nonnegative(),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

const requestParamsSchema = z.strictObject({ id: idParamSchema });

export const verificationRequestDetailSchema = verificationRequestListItemSchema.extend({
	pictures: z.array(documentPictureSchema),
	/** Other requests of the same account, newest first. */
	others: z.array(verificationRequestSchema),
});
export type VerificationRequestDetail = z.infer<typeof verificationRequestDetailSchema>;

export const getVerificationRequest = defineEndpoint('getVerificationRequest', {
	summary: 'Get a request to verify a business with its pictures',
	params: requestParamsSchema,
	responses: { 200: verificationRequestDetailSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Decisions about a request: `accept` and `reject` a pending one, `revoke` an accepted one. */
export const verificationDecisions = ['accept', 'reject', 'revoke'] as const;
export type VerificationDecision = (typeof verificationDecisions)[number];

export const decideVerificationRequest = defineEndpoint('decideVerificationRequest', {
	summary: 'Decide a request to verify a business, which deletes its pictures; the owner gets the reason',
	params: requestParamsSchema,
	body: z.strictObject({
		decision: z.enum(verificationDecisions),
		reason: createTextSchema({ max: limits.decisionReason.max, missing: validationText.verificationReasonMissing }),
	}),
	responses: { 200: verificationRequestDetailSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});
