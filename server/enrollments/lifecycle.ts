import type { EnrollmentAction, EnrollmentState } from '../../contract/enrollments.ts';

/**
 * `ask`: it can be paid for from now on; `pay`: the money is there; `activate`: the course is open; `cancel`: it comes to nothing;
 * `refund`: the money went back; `reopen`: it begins anew.
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

/** The state after an event, or null where the event means nothing in this state. */
export function nextState(state: EnrollmentState, event: EnrollmentEvent): EnrollmentState | null {
	return transitions[state][event] ?? null;
}

/** What an administrator's action does. */
export const actionEvents: Record<EnrollmentAction, EnrollmentEvent> = {
	ask_payment: 'ask',
	confirm_payment: 'pay',
	activate: 'activate',
	cancel: 'cancel',
	refund: 'refund',
	reopen: 'reopen',
};
