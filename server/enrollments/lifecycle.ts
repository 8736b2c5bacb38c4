import type { EnrollmentAction, EnrollmentState } from '../../contract/enrollments/enrollments.ts';

/**
 * Events of an enrollment. `ask`: payment requested; `pay`: payment received; `activate`: course access granted; `cancel`: enrollment
 * cancelled; `refund`: payment returned; `reopen`: enrollment restarted.
 */
export type EnrollmentEvent = 'ask' | 'pay' | 'activate' | 'cancel' | 'refund' | 'reopen';

const transitions: Record<EnrollmentState, Partial<Record<EnrollmentEvent, EnrollmentState>>> = {
	requested: { ask: 'awaiting_payment', pay: 'paid', cancel: 'cancelled' },
	awaiting_payment: { pay: 'paid', cancel: 'cancelled' },
	paid: { activate: 'active', cancel: 'cancelled', refund: 'refunded' },
	active: { cancel: 'cancelled', refund: 'refunded' },
	cancelled: { reopen: 'requested' },
	refunded: { reopen: 'requested' },
};

/** Returns the state of an enrollment after an event. Null if the current state does not allow the event. */
export function getNextEnrollmentState(state: EnrollmentState, event: EnrollmentEvent): EnrollmentState | null {
	return transitions[state][event] ?? null;
}

export const enrollmentEventByAction: Record<EnrollmentAction, EnrollmentEvent> = {
	ask_payment: 'ask',
	confirm_payment: 'pay',
	activate: 'activate',
	cancel: 'cancel',
	refund: 'refund',
	reopen: 'reopen',
};
