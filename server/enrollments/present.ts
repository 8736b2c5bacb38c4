import { formatNaira } from '../../contract/core/money.ts';
import { normalizePhone } from '../../contract/core/phone.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import type {
	Enrollment,
	EnrollmentDetail,
	EnrollmentListItem,
	PaymentProof,
} from '../../contract/enrollments/enrollments.ts';
import { toIsoTime } from '../core/clock.ts';
import type { StateChangeRow } from './store.ts';
import type { EnrollmentRow, PaymentRow } from './tables.ts';

export interface PaymentOptions {
	online: boolean;
	/** Operator's bank account as text; null if not configured. */
	bankDetails: string | null;
}

export function getCourseTitle({ course_id, coursetype }: EnrollmentRow): string {
	return findCourse(course_id)?.title ?? coursetype;
}

export interface EnrollmentContext {
	/** Public id of the enrollment. */
	id: string;
	steps: readonly StateChangeRow[];
	/** Proofs that were sent since the enrollment last became `awaiting_payment`. */
	proofs: readonly PaymentProof[];
	paymentOptions: PaymentOptions;
}

/** Presents an enrollment to anyone who has its public id. */
export function presentEnrollment(
	row: EnrollmentRow,
	{ id, steps, proofs, paymentOptions }: EnrollmentContext,
): Enrollment {
	return {
		id,
		course_id: row.course_id,
		course_title: getCourseTitle(row),
		name: row.name,
		state: row.state,
		price_kobo: row.price_kobo,
		price: formatNaira(row.price_kobo),
		created_at: toIsoTime(row.created_at),
		steps: steps.map(({ state, at }) => ({ state, at: toIsoTime(at) })),
		payment:
			row.state === 'awaiting_payment'
				? {
						online: paymentOptions.online,
						bank:
							paymentOptions.bankDetails === null
								? null
								: { details: paymentOptions.bankDetails, reference: row.reference },
						proofs: [...proofs],
					}
				: null,
		joined: row.state === 'active' && row.account_id !== null,
	};
}

export function presentListItem(
	row: EnrollmentRow,
	more: { hasProof: boolean; userName: string | null },
): EnrollmentListItem {
	return {
		id: row.id,
		course_id: row.course_id,
		course_title: getCourseTitle(row),
		coursetype: row.coursetype,
		name: row.name,
		email: row.email,
		phone: row.phone,
		whatsapp: normalizePhone(row.phone),
		state: row.state,
		price_kobo: row.price_kobo,
		price: formatNaira(row.price_kobo),
		reference: row.reference,
		has_proof: more.hasProof,
		attention: row.attention,
		user_name: more.userName,
		created_at: toIsoTime(row.created_at),
		updated_at: toIsoTime(row.updated_at),
	};
}

export function presentPayment(payment: PaymentRow): EnrollmentDetail['payments'][number] {
	const amount = payment.paid_amount ?? payment.asked_kobo;
	const currency = payment.paid_currency ?? 'NGN';
	return {
		reference: payment.reference,
		amount_kobo: amount,
		amount: formatMoney(amount, currency),
		currency,
		status: payment.status,
		at: toIsoTime(payment.settled_at ?? payment.created_at),
	};
}

/** Formats an amount of money. `amount` is in the smallest unit of the currency, such as kobo. */
export function formatMoney(amount: number, currency: string): string {
	return formatNaira(amount).replace('NGN', currency);
}
