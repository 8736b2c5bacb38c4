import type { Generated, Selectable } from 'kysely';
import type { EnrollmentState } from '../../contract/enrollments.ts';

export interface EnrollmentTables {
	enrollments: {
		id: Generated<number>;
		course_id: string;
		/** Course name as submitted. */
		coursetype: string;
		name: string;
		email: string;
		/** Normalized email address; identifies repeated requests. */
		email_key: string;
		/** As submitted. */
		phone: string;
		state: EnrollmentState;
		/** Price when the request was made or reopened. */
		price_kobo: number;
		/** Identifies a bank transfer. */
		reference: string;
		/** The account with this verified email address, if any. */
		account_id: number | null;
		/** Why an administrator should check the request. */
		attention: string | null;
		/** Search text, lower case. */
		words: string;
		created_at: number;
		updated_at: number;
	};
	enrollment_steps: {
		id: Generated<number>;
		enrollment_id: number;
		state: EnrollmentState;
		/** User name of the administrator; null for an automatic step. */
		by: string | null;
		at: number;
	};
	enrollment_notes: { id: Generated<number>; enrollment_id: number; text: string; by: string; at: number };
	enrollment_proofs: { media_id: number; enrollment_id: number; at: number };
	payments: {
		id: Generated<number>;
		enrollment_id: number;
		/** Stored before the payment service receives it. */
		reference: string;
		asked_kobo: number;
		/** URL of the payment page; null until the payment service responds. */
		authorization_url: string | null;
		/** Status of the payment service; 'pending' before the first check, 'lost' if the page's URL was never received. */
		status: string;
		/** Paid amount, in the smallest unit of the currency. */
		paid_amount: number | null;
		paid_currency: string | null;
		/** When the result was applied; set once. */
		settled_at: number | null;
		/** 1 if this payment paid for the course. */
		counted: Generated<number>;
		/** Last verification with the payment service. */
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
