import { expect, test } from 'vitest';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import { getStages } from './stage-status.ts';

const steps = (...states: EnrollmentState[]) =>
	states.map((state, hour) => ({ state, at: `2026-01-01T0${hour}:00:00.000Z` }));
const getStatuses = (...states: EnrollmentState[]) =>
	getStages({ state: states.at(-1) ?? 'requested', steps: steps(...states) }).map(({ state, status }) => [
		state,
		status,
	]);

test('shows two stages ahead of a pending payment', () => {
	expect(getStatuses('requested', 'awaiting_payment')).toEqual([
		['requested', 'done'],
		['awaiting_payment', 'current'],
		['paid', 'ahead'],
		['active', 'ahead'],
	]);
});

test('marks every stage of an active enrollment as done', () => {
	const statuses = getStatuses('requested', 'awaiting_payment', 'paid', 'active');
	expect(statuses.map(([, status]) => status)).toEqual(['done', 'done', 'done', 'done']);
});

test('shows the past stages of an ended enrollment and none ahead', () => {
	expect(getStatuses('requested', 'awaiting_payment', 'cancelled')).toEqual([
		['requested', 'done'],
		['awaiting_payment', 'done'],
		['cancelled', 'ended'],
	]);
});

test('uses the latest times of a reopened enrollment and clears later stages', () => {
	const states = ['requested', 'awaiting_payment', 'paid', 'refunded', 'awaiting_payment'] as const;
	const stages = getStages({ state: 'awaiting_payment', steps: steps(...states) });
	expect(stages.map(({ at }) => at)).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T04:00:00.000Z', null, null]);
});
