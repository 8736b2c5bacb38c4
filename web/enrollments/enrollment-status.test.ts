import { expect, test } from 'vitest';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { getEnrollmentStatus, getProgressByCourseId } from './enrollment-status.ts';

const newEnrollment = (id: string, state: EnrollmentState, progress: number | null = null, course_id = 'laravel') => ({
	id,
	course_id,
	state,
	progress,
});

test('reports 0 % for a new course and omits courses not started', () => {
	const enrollments = [newEnrollment('a', 'active', 0), newEnrollment('b', 'requested', null, 'python')];
	expect(getEnrollmentStatus('laravel', enrollments)).toEqual({ step: 'learning', percent: 0 });
	expect([...getProgressByCourseId(enrollments)]).toEqual([['laravel', 0]]);
});

test('reports a pending enrollment, but not an ended one', () => {
	for (const state of ['requested', 'awaiting_payment', 'paid'] as const) {
		expect(getEnrollmentStatus('laravel', [newEnrollment('a', 'cancelled'), newEnrollment('b', state)])).toEqual({
			step: 'waiting',
			id: 'b',
			state,
		});
	}
	expect(getEnrollmentStatus('laravel', [newEnrollment('a', 'cancelled'), newEnrollment('b', 'refunded')])).toBeNull();
	expect(getEnrollmentStatus('python', [newEnrollment('a', 'requested')])).toBeNull();
});

test('prefers an active course to a later request', () => {
	expect(getEnrollmentStatus('laravel', [newEnrollment('b', 'requested'), newEnrollment('a', 'active', 40)])).toEqual({
		step: 'learning',
		percent: 40,
	});
});
