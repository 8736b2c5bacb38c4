import type { RequestStep } from '../../contract/enrollments/course-request-steps.ts';
import type { Enrollment } from '../../contract/enrollments/enrollments.ts';

/** Returns the step of an enrollment's request; null once the course is open. */
export function getRequestStep({ state, payment }: Pick<Enrollment, 'state' | 'payment'>): RequestStep | null {
	switch (state) {
		case 'active':
			return null;
		case 'awaiting_payment':
			if (payment && payment.proofs.length > 0) return 'checking';
			if (payment?.online) return 'pay';
			// Without a payment option, an administrator tells the learner how to pay.
			return payment?.bank ? 'transfer' : 'requested';
		default:
			return state;
	}
}
