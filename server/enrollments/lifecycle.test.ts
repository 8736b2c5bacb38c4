import { expect, test } from 'vitest';
import { enrollmentActions, enrollmentStates } from '../../contract/enrollments.ts';
import { actionEvents, type EnrollmentEvent, nextState } from './lifecycle.ts';

const events: EnrollmentEvent[] = enrollmentActions.map((action) => actionEvents[action]);

/** From where, and by what, a state is reached. */
const waysTo = (state: string) =>
	enrollmentStates.flatMap((from) =>
		events.filter((event) => nextState(from, event) === state).map((event) => `${from} ${event}`),
	);

test('a course opens to who has paid, and to nobody else', () => {
	expect(waysTo('active')).toEqual(['paid activate']);
	expect(waysTo('paid')).toEqual(['requested pay', 'awaiting_payment pay']);
});

test('a payment is asked for once, and whatever has not ended can be cancelled', () => {
	expect(waysTo('awaiting_payment')).toEqual(['requested ask']);
	expect(waysTo('cancelled')).toEqual(['requested cancel', 'awaiting_payment cancel', 'paid cancel', 'active cancel']);
});

test('money goes back to who has paid only', () => {
	expect(waysTo('refunded')).toEqual(['paid refund', 'active refund']);
});

test('whatever has ended can begin anew, and has nothing else before it', () => {
	for (const state of ['cancelled', 'refunded'] as const) {
		expect(events.filter((event) => nextState(state, event) !== null)).toEqual(['reopen']);
		expect(nextState(state, 'reopen')).toBe('requested');
	}
});
