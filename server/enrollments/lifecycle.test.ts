import { expect, test } from 'vitest';
import { enrollmentActions, enrollmentStates } from '../../contract/enrollments/enrollments.ts';
import { type EnrollmentEvent, enrollmentEventByAction, getNextEnrollmentState } from './lifecycle.ts';

const events: EnrollmentEvent[] = enrollmentActions.map((action) => enrollmentEventByAction[action]);

/** Lists the transitions that lead to a state, such as `paid activate`. */
const transitionsTo = (state: string) =>
	enrollmentStates.flatMap((from) =>
		events.filter((event) => getNextEnrollmentState(from, event) === state).map((event) => `${from} ${event}`),
	);

test('only a paid enrollment becomes active', () => {
	expect(transitionsTo('active')).toEqual(['paid activate']);
	expect(transitionsTo('paid')).toEqual(['requested pay', 'awaiting_payment pay']);
});

test('a payment is requested once, and every open enrollment can be cancelled', () => {
	expect(transitionsTo('awaiting_payment')).toEqual(['requested ask']);
	expect(transitionsTo('cancelled')).toEqual([
		'requested cancel',
		'awaiting_payment cancel',
		'paid cancel',
		'active cancel',
	]);
});

test('only a paid or active enrollment can be refunded', () => {
	expect(transitionsTo('refunded')).toEqual(['paid refund', 'active refund']);
});

test('a cancelled or refunded enrollment can only be reopened', () => {
	for (const state of ['cancelled', 'refunded'] as const) {
		expect(events.filter((event) => getNextEnrollmentState(state, event) !== null)).toEqual(['reopen']);
		expect(getNextEnrollmentState(state, 'reopen')).toBe('requested');
	}
});
