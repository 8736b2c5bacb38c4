import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, id, idParam, text, time } from './fields.ts';
import { limits } from './limits.ts';
import * as messages from './messages.ts';
import { pageOf, pageQuery } from './page.ts';
import * as validationText from './text/validation.ts';

/** `nextState` in `server/enrollments/lifecycle.ts` defines the transitions. */
export const enrollmentStates = ['requested', 'awaiting_payment', 'paid', 'active', 'cancelled', 'refunded'] as const;
export type EnrollmentState = (typeof enrollmentStates)[number];

/** Form fields (specification, sections 3 and 5). The phone number may have any format. */
export const enrollmentForm = z.strictObject({
	name: text({ max: limits.displayName.max, missing: messages.enrollmentNameMissing }),
	email: z.string(messages.enrollmentEmailMissing).trim().min(1, messages.enrollmentEmailMissing).pipe(email),
	phone: text({ max: limits.phoneInput.max, missing: messages.enrollmentPhoneMissing }),
	coursetype: text({ max: limits.title.max }),
});

/** Specification, call 3. */
export const enroll = endpoint('enroll', {
	summary: 'Request a course; repeating the same email and course returns the same response',
	body: enrollmentForm.extend({
		/** Title of a course in the catalogue. */
		courseTitle: z.string().max(limits.title.max),
	}),
	responses: { 200: z.strictObject({ message: z.string() }) },
	errors: [],
	idempotent: true,
});

const step = z.strictObject({ state: z.enum(enrollmentStates), at: time });

/** Picture of a bank transfer. Its URL is signed and expires after `limits.signedUrlTtl`. */
const paymentProof = z.strictObject({ url: z.string(), at: time });
export type PaymentProof = z.infer<typeof paymentProof>;

/** Enrollment as its learner sees it. `id` is unguessable: anyone who has it can view and pay the enrollment. */
export const enrollment = z.strictObject({
	id: z.string(),
	course_id: z.string(),
	course_title: z.string(),
	name: z.string(),
	state: z.enum(enrollmentStates),
	price_kobo: z.int(),
	price: z.string(),
	created_at: time,
	/** State changes, oldest first. */
	steps: z.array(step),
	/** Payment options; null unless the state is `awaiting_payment`. */
	payment: z
		.strictObject({
			/** Whether Paystack (card, transfer, USSD) is available. */
			online: z.boolean(),
			/** Operator's bank details and the reference that identifies the payment; null if none are configured. */
			bank: z.strictObject({ details: z.string(), reference: z.string() }).nullable(),
			/** Newest first. */
			proofs: z.array(paymentProof),
		})
		.nullable(),
	/** True once an account is linked to the enrollment. */
	joined: z.boolean(),
});
export type Enrollment = z.infer<typeof enrollment>;

const enrollmentParams = z.strictObject({ id: z.string().max(100) });

export const getEnrollment = endpoint('getEnrollment', {
	summary: 'Get an enrollment by its secret id',
	params: enrollmentParams,
	responses: { 200: enrollment },
	errors: ['not_found'],
});

export const payEnrollment = endpoint('payEnrollment', {
	summary: 'Start an online payment; returns the same URL while a payment is open',
	params: enrollmentParams,
	responses: { 200: z.strictObject({ authorization_url: z.string() }) },
	errors: ['not_found', 'conflict'],
});

/** Called on return from the payment page, which may precede the webhook. */
export const checkPayment = endpoint('checkPayment', {
	summary: 'Check a payment with the payment service and return the updated enrollment',
	params: enrollmentParams,
	responses: { 200: enrollment },
	errors: ['not_found'],
});

export const sendProof = endpoint('sendProof', {
	summary: 'Upload a picture as proof of a transfer (multipart form with the field `file`)',
	params: enrollmentParams,
	responses: { 200: enrollment },
	errors: ['not_found', 'conflict'],
});

/** Webhook of the payment service, authenticated by a signature over the raw bytes. */
export const paystackWebhook = endpoint('paystackWebhook', {
	summary: 'Receive a payment event signed by Paystack',
	body: z.looseObject({ event: z.string().max(100), data: z.looseObject({}) }),
	responses: { 200: z.strictObject({ received: z.literal(true) }) },
	errors: ['forbidden'],
});

export const listMyEnrollments = endpoint('listMyEnrollments', {
	summary: 'List your enrollments, newest first',
	responses: {
		200: z.strictObject({
			items: z.array(
				enrollment.extend({
					/** Percent; null unless the state is `active`. */
					progress: z.int().min(0).max(100).nullable(),
				}),
			),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});

export const enrollmentListItem = z.strictObject({
	id,
	course_id: z.string(),
	course_title: z.string(),
	coursetype: z.string(),
	name: z.string(),
	email: z.string(),
	phone: z.string(),
	/** Digits for `wa.me`; null if the number is not valid. */
	whatsapp: z.string().nullable(),
	state: z.enum(enrollmentStates),
	price_kobo: z.int(),
	price: z.string(),
	reference: z.string(),
	has_proof: z.boolean(),
	/** Problem that an administrator should review, such as an underpayment. */
	attention: z.string().nullable(),
	/** Linked account. */
	user_name: z.string().nullable(),
	created_at: time,
	updated_at: time,
});
export type EnrollmentListItem = z.infer<typeof enrollmentListItem>;

const enrollmentFilter = {
	state: z.enum(enrollmentStates).optional(),
	course: z.string().max(100).optional(),
	/** True selects the enrollments that need review. */
	attention: z.stringbool().optional(),
	/** Searches names, email addresses, phone numbers and references. */
	q: text({ max: limits.search }).optional(),
};

export const listEnrollments = endpoint('listEnrollments', {
	summary: 'List enrollments, newest first',
	query: z.strictObject({ ...pageQuery, ...enrollmentFilter }),
	responses: { 200: pageOf(enrollmentListItem).extend({ counts: z.record(z.enum(enrollmentStates), z.int()) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const enrollmentActions = ['ask_payment', 'confirm_payment', 'activate', 'cancel', 'refund', 'reopen'] as const;
export type EnrollmentAction = (typeof enrollmentActions)[number];

export const enrollmentDetail = enrollmentListItem.extend({
	steps: z.array(step.extend({ by: z.string().nullable() })),
	/** Actions allowed in the current state. */
	actions: z.array(z.enum(enrollmentActions)),
	notes: z.array(z.strictObject({ text: z.string(), by: z.string(), at: time })),
	payments: z.array(
		z.strictObject({
			reference: z.string(),
			amount_kobo: z.int(),
			amount: z.string(),
			currency: z.string(),
			/** Status as the payment service names it. */
			status: z.string(),
			at: time,
		}),
	),
	/** Newest first. */
	proofs: z.array(paymentProof),
});
export type EnrollmentDetail = z.infer<typeof enrollmentDetail>;

export const getEnrollmentDetail = endpoint('getEnrollmentDetail', {
	summary: 'Get an enrollment with its history, notes, payments and proofs',
	params: z.strictObject({ id: idParam }),
	responses: { 200: enrollmentDetail },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const noteForm = z.strictObject({
	note: text({ max: limits.enrollmentNote.max, missing: validationText.noteMissing }),
});

export const updateEnrollment = endpoint('updateEnrollment', {
	summary: 'Change the state of an enrollment or add a note; both clear its attention flag',
	params: z.strictObject({ id: idParam }),
	body: z
		.strictObject({
			action: z.enum(enrollmentActions),
			...noteForm.shape,
		})
		.partial()
		.refine((change) => change.action !== undefined || change.note !== undefined, validationText.nothingToChange),
	responses: { 200: enrollmentDetail },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const exportEnrollments = endpoint('exportEnrollments', {
	summary: 'Export enrollments as CSV, safe for spreadsheets',
	query: z.strictObject(enrollmentFilter),
	responses: { 200: z.strictObject({ file_name: z.string(), csv: z.string() }) },
	errors: ['unauthenticated', 'forbidden'],
});
