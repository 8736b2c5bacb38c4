import type { Generated, Selectable } from 'kysely';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';

export interface EnrollmentTables {
	enrollments: {
		id: Generated<number>;
		course_id: string;
		/** Form field `coursetype` as the learner submitted it, or the course's title if the field was empty. */
		coursetype: string;
		name: string;
		email: string;
		/** Normalized email address. Identifies repeated enrollments. */
		email_key: string;
		/** Phone number as the learner submitted it. */
		phone: string;
		state: EnrollmentState;
		/** Price of the course when the enrollment was created or reopened. */
		price_kobo: number;
		/** Reference that identifies the learner's bank transfer. */
		reference: string;
		/** Account that has verified the email address and says that the enrollment is its own; null if there is none. */
		account_id: number | null;
		/** Account that sent the form; null for a visitor. It need not own the email address, so it is shown nothing of the enrollment. */
		requested_by: Generated<number | null>;
		/** Time when the owner of the email address said that the enrollment is somebody else's; null if they did not. */
		declined_at: Generated<number | null>;
		/** Reason why an administrator should check the enrollment; null if there is none. */
		attention: string | null;
		/** Time of the oldest proof that no administrator has dealt with; null if there is none. */
		proof_at: Generated<number | null>;
		/** Text that a search by administrators matches, in lower case. */
		words: string;
		created_at: number;
		updated_at: number;
	};
	enrollment_steps: {
		id: Generated<number>;
		enrollment_id: number;
		state: EnrollmentState;
		/** User name of the administrator who changed the state; null for an automatic change. */
		by: string | null;
		at: number;
	};
	enrollment_notes: { id: Generated<number>; enrollment_id: number; text: string; by: string; at: number };
	enrollment_proofs: { media_id: number; enrollment_id: number; at: number };
	payments: {
		id: Generated<number>;
		enrollment_id: number;
		/** Payment reference, stored before the payment service receives it. */
		reference: string;
		asked_kobo: number;
		/** URL of the payment page; null until the payment service responds. */
		authorization_url: string | null;
		/** Status at the payment service. `pending` before the first check; `lost` if the URL of the payment page never arrived. */
		status: string;
		/** Paid amount in the smallest unit of the currency. */
		paid_amount: number | null;
		paid_currency: string | null;
		/** Time when the result of the payment was applied. Set once. */
		settled_at: number | null;
		/** 1 if the enrollment was paid with this payment, else 0. */
		counted: Generated<number>;
		/** Time of the last verification with the payment service. */
		checked_at: number;
		created_at: number;
	};
	payment_events: {
		id: Generated<number>;
		event_key: string;
		event: string;
		reference: string | null;
		amount: number | null;
		received_at: number;
	};
}

export type EnrollmentRow = Selectable<EnrollmentTables['enrollments']>;
export type PaymentRow = Selectable<EnrollmentTables['payments']>;
export type PaymentEventRow = Selectable<EnrollmentTables['payment_events']>;
