import type { Generated, Selectable } from 'kysely';
import type { EnrollmentState } from '../../contract/enrollments.ts';

export interface EnrollmentTables {
	enrollments: {
		id: Generated<number>;
		course_id: string;
		/** What the form called the course. */
		coursetype: string;
		name: string;
		email: string;
		/** The address folded, so that one spelling is one request. */
		email_key: string;
		/** As it was typed. */
		phone: string;
		state: EnrollmentState;
		/** The course's price when it was asked for. */
		price_kobo: number;
		/** Tells whose money a transfer is. */
		reference: string;
		/** The account whose verified address it is; null until there is one. */
		account_id: number | null;
		/** What an administrator should look at. */
		attention: string | null;
		/** What it is searched by, in lower case. */
		words: string;
		created_at: number;
		updated_at: number;
	};
	enrollment_steps: {
		id: Generated<number>;
		enrollment_id: number;
		state: EnrollmentState;
		/** The administrator who took it there; null where it went by itself. */
		by: string | null;
		at: number;
	};
	enrollment_notes: { id: Generated<number>; enrollment_id: number; text: string; by: string; at: number };
	enrollment_proofs: { media_id: number; enrollment_id: number; at: number };
	/** What was begun with the payment service. */
	payments: {
		id: Generated<number>;
		enrollment_id: number;
		/** Stored before the service hears of it. */
		reference: string;
		asked_kobo: number;
		/** Where it is paid; null until the service has answered. */
		authorization_url: string | null;
		/** As the service calls it; 'pending' until it was asked, 'lost' where its address never came back. */
		status: string;
		/** What the service says was paid, in the smallest unit of that currency. */
		paid_amount: number | null;
		paid_currency: string | null;
		/** When it was counted or found wanting: once. */
		settled_at: number | null;
		/** 1 for the payment that paid for the course. */
		counted: Generated<number>;
		/** When the service was asked last. */
		checked_at: number;
		created_at: number;
	};
	/** News from the payment service. */
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
