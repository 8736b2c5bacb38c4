import { expect, test } from 'vitest';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { getStages } from './stage-status.ts';

const steps = (...states: EnrollmentState[]) =>
	states.map((state, hour) => ({ state, at: `2026-01-01T0${hour}:00:00.000Z` }));
const facesOf = (...states: EnrollmentState[]) =>
	getStages({ state: states.at(-1) ?? 'requested', steps: steps(...states) }).map(({ state, status }) => [
		state,
		status,
	]);

test('a request that awaits its payment has two stages ahead', () => {
	expect(facesOf('requested', 'awaiting_payment')).toEqual([
		['requested', 'done'],
		['awaiting_payment', 'current'],
		['paid', 'ahead'],
		['active', 'ahead'],
	]);
});

test('an active one has arrived', () => {
	const faces = facesOf('requested', 'awaiting_payment', 'paid', 'active');
	expect(faces.map(([, face]) => face)).toEqual(['done', 'done', 'done', 'done']);
});

test('one that has ended shows what happened and nothing ahead', () => {
	expect(facesOf('requested', 'awaiting_payment', 'cancelled')).toEqual([
		['requested', 'done'],
		['awaiting_payment', 'done'],
		['cancelled', 'ended'],
	]);
});

test('one that was opened again names the last time, and nothing it has not reached anew', () => {
	const states = ['requested', 'awaiting_payment', 'paid', 'refunded', 'awaiting_payment'] as const;
	const journey = getStages({ state: 'awaiting_payment', steps: steps(...states) });
	expect(journey.map(({ at }) => at)).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T04:00:00.000Z', null, null]);
});
