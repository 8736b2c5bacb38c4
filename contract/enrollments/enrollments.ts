import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { cleanStorable, createTextSchema, emailSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import * as messages from '../core/messages.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { fileFormSchema } from '../media/media.ts';
import * as enrollmentLimits from './limits.ts';

/** States of an enrollment. `getNextEnrollmentState` in `server/enrollments/lifecycle.ts` defines the transitions. */
export const enrollmentStates = ['requested', 'awaiting_payment', 'paid', 'active', 'cancelled', 'refunded'] as const;
export type EnrollmentState = (typeof enrollmentStates)[number];

/** Fields of the enrollment form (specification, sections 3 and 5). The phone number may have any format. */
export const enrollmentFormSchema = z.strictObject({
	name: createTextSchema({ max: limits.displayName.max, missing: messages.enrollmentNameMissing }),
	email: z
		.string(messages.enrollmentEmailMissing)
		.overwrite(cleanStorable)
		.trim()
		.min(1, messages.enrollmentEmailMissing)
		.pipe(emailSchema),
	phone: createTextSchema({ max: enrollmentLimits.phoneInput.max, missing: messages.enrollmentPhoneMissing }),
	coursetype: createTextSchema({ max: limits.title.max }),
});

/** Enrolls in a course (specification, call 3). */
export const enroll = defineEndpoint('enroll', {
	summary: 'Request a course; repeating the same email and course returns the same response',
	body: enrollmentFormSchema.extend({
		/** Title of a course in the catalogue. */
		courseTitle: z.string().max(limits.title.max),
	}),
	responses: { 200: z.strictObject({ message: z.string() }) },
	errors: [],
	idempotent: true,
});

const stepSchema = z.strictObject({ state: z.enum(enrollmentStates), at: timeSchema });

/** Picture that proves a bank transfer. Its signed URL expires after `limits.signedUrlTtl`. */
const paymentProofSchema = z.strictObject({ url: z.string(), at: timeSchema });
export type PaymentProof = z.infer<typeof paymentProofSchema>;

export const enrollmentPaymentSchema = z.strictObject({
	/** True if online payment with Paystack (card, transfer, USSD) is available. */
	online: z.boolean(),
	/** Operator's bank details and the reference of the transfer; null if bank transfers are not offered. */
	bank: z.strictObject({ details: z.string(), reference: z.string() }).nullable(),
	/** Proofs of the bank transfer, newest first. */
	proofs: z.array(paymentProofSchema),
});

/** Enrollment as its learner sees it. Nobody can guess `id`; anyone who has it can view and pay the enrollment. */
export const enrollmentSchema = z.strictObject({
	id: z.string(),
	course_id: z.string(),
	course_title: z.string(),
	name: z.string(),
	state: z.enum(enrollmentStates),
	price_kobo: z.int(),
	price: z.string(),
	created_at: timeSchema,
	/** State changes of the enrollment, oldest first. */
	steps: z.array(stepSchema),
	/** Payment options of the enrollment; null unless the state is `awaiting_payment`. */
	payment: enrollmentPaymentSchema.nullable(),
	/** True if the enrollment is active and linked to an account. */
	joined: z.boolean(),
});
export type Enrollment = z.infer<typeof enrollmentSchema>;

const enrollmentParamsSchema = z.strictObject({ id: z.string().max(100) });

export const getEnrollment = defineEndpoint('getEnrollment', {
	summary: 'Get an enrollment by its secret id',
	params: enrollmentParamsSchema,
	responses: { 200: enrollmentSchema },
	errors: ['not_found'],
});

export const payEnrollment = defineEndpoint('payEnrollment', {
	summary: 'Start an online payment; returns the same URL while a payment is open',
	params: enrollmentParamsSchema,
	responses: { 200: z.strictObject({ authorization_url: z.string() }) },
	errors: ['not_found', 'conflict'],
});

/** The client calls this endpoint on return from the payment page, possibly before the webhook arrives. */
export const checkPayment = defineEndpoint('checkPayment', {
	summary: 'Check a payment with the payment service and return the updated enrollment',
	params: enrollmentParamsSchema,
	responses: { 200: enrollmentSchema },
	errors: ['not_found'],
});

export const sendProof = defineEndpoint('sendProof', {
	summary: 'Upload a picture as proof of a transfer',
	params: enrollmentParamsSchema,
	form: fileFormSchema,
	responses: { 200: enrollmentSchema },
	errors: ['not_found', 'conflict'],
});

/** Webhook of the payment service. A signature over the raw bytes authenticates the request. */
export const paystackWebhook = defineEndpoint('paystackWebhook', {
	summary: 'Receive a payment event signed by Paystack',
	body: z.looseObject({ event: z.string().max(100), data: z.looseObject({}) }),
	responses: { 200: z.strictObject({ received: z.literal(true) }) },
	errors: ['forbidden'],
});

export const listMyEnrollments = defineEndpoint('listMyEnrollments', {
	summary: 'List your enrollments, newest first',
	responses: {
		200: z.strictObject({
			items: z.array(
				enrollmentSchema.extend({
					/** Progress in the course in percent; null unless the enrollment is active. */
					progress: z.int().min(0).max(100).nullable(),
					/** Address to which mails about the enrollment go, and phone number, both as the learner typed them. */
					email: z.string(),
					phone: z.string(),
				}),
			),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const listUnclaimedEnrollments = defineEndpoint('listUnclaimedEnrollments', {
	summary: 'List requests with your confirmed email that somebody sent without logging in, to ask if they are yours',
	responses: {
		200: z.strictObject({
			items: z.array(
				enrollmentSchema.pick({ id: true, course_title: true, name: true, state: true, created_at: true }).extend({
					/** Whether you said that it is not yours. You can still add it. */
					declined: z.boolean(),
				}),
			),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const claimEnrollment = defineEndpoint('claimEnrollment', {
	summary: 'Add such a request to your courses, or say that it is not yours',
	params: enrollmentParamsSchema,
	body: z.strictObject({
		/** Name on the certificate. Null if the request is not yours. */
		name: createTextSchema({ max: limits.displayName.max, missing: messages.enrollmentNameMissing }).nullable(),
	}),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const enrollmentListItemSchema = z.strictObject({
	id: idSchema,
	course_id: z.string(),
	course_title: z.string(),
	coursetype: z.string(),
	name: z.string(),
	email: z.string(),
	phone: z.string(),
	/** Learner's phone number as digits for a `wa.me` link; null if the number is invalid. */
	whatsapp: z.string().nullable(),
	state: z.enum(enrollmentStates),
	price_kobo: z.int(),
	price: z.string(),
	reference: z.string(),
	has_proof: z.boolean(),
	/** Reason why an administrator should check the enrollment, such as an underpayment; null if there is none. */
	attention: z.string().nullable(),
	/** User name of the linked account; null if there is none. */
	user_name: z.string().nullable(),
	created_at: timeSchema,
	updated_at: timeSchema,
});
export type EnrollmentListItem = z.infer<typeof enrollmentListItemSchema>;

const enrollmentFilter = {
	state: z.enum(enrollmentStates).optional(),
	course: z.string().max(100).optional(),
	/** True selects the enrollments that an administrator should check; false selects the others. */
	attention: z.stringbool().optional(),
	/** True selects the enrollments with a proof that no administrator has dealt with; false selects the others. */
	proof: z.stringbool().optional(),
	/** Search text for names, email addresses, phone numbers and references. */
	q: createTextSchema({ max: limits.search }).optional(),
};

export const listEnrollments = defineEndpoint('listEnrollments', {
	summary: 'List enrollments, newest first',
	query: z.strictObject({ ...paginationQueryShape, ...enrollmentFilter }),
	responses: {
		200: createCursorPageSchema(enrollmentListItemSchema).extend({
			counts: z.record(z.enum(enrollmentStates), z.int()),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const enrollmentActions = ['ask_payment', 'confirm_payment', 'activate', 'cancel', 'refund', 'reopen'] as const;
export type EnrollmentAction = (typeof enrollmentActions)[number];

export const enrollmentDetailSchema = enrollmentListItemSchema.extend({
	steps: z.array(stepSchema.extend({ by: z.string().nullable() })),
	/** Administrator actions that the current state of the enrollment allows. */
	actions: z.array(z.enum(enrollmentActions)),
	notes: z.array(z.strictObject({ text: z.string(), by: z.string(), at: timeSchema })),
	payments: z.array(
		z.strictObject({
			reference: z.string(),
			amount_kobo: z.int(),
			amount: z.string(),
			currency: z.string(),
			/** Payment status as the payment service names it. */
			status: z.string(),
			at: timeSchema,
		}),
	),
	/** Proofs of bank transfers, newest first. */
	proofs: z.array(paymentProofSchema),
});
export type EnrollmentDetail = z.infer<typeof enrollmentDetailSchema>;

export const getEnrollmentDetail = defineEndpoint('getEnrollmentDetail', {
	summary: 'Get an enrollment with its history, notes, payments and proofs',
	params: z.strictObject({ id: idParamSchema }),
	responses: { 200: enrollmentDetailSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const noteFormSchema = z.strictObject({
	note: createTextSchema({ max: enrollmentLimits.enrollmentNote.max, missing: validationText.noteMissing }),
});

export const updateEnrollment = defineEndpoint('updateEnrollment', {
	summary:
		'Change the state of an enrollment or add a note; both clear its attention flag and mark its proofs as checked',
	params: z.strictObject({ id: idParamSchema }),
	body: z
		.strictObject({
			action: z.enum(enrollmentActions),
			...noteFormSchema.shape,
		})
		.partial()
		.refine((change) => change.action !== undefined || change.note !== undefined, validationText.nothingToChange),
	responses: { 200: enrollmentDetailSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const exportEnrollments = defineEndpoint('exportEnrollments', {
	summary: 'Export enrollments as CSV, safe for spreadsheets',
	query: z.strictObject(enrollmentFilter),
	responses: { 200: z.strictObject({ file_name: z.string(), csv: z.string() }) },
	errors: ['unauthenticated', 'forbidden'],
});
