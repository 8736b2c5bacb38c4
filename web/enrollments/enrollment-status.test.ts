import { expect, test } from 'vitest';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import { getEnrollmentStatus, getProgressByCourseId } from './enrollment-status.ts';

const newEnrollment = (id: string, state: EnrollmentState, progress: number | null = null, course_id = 'laravel') => ({
	id,
	course_id,
	state,
	payment: null,
	progress,
});

test('reports 0 % for a new course and omits courses not started', () => {
	const enrollments = [newEnrollment('a', 'active', 0), newEnrollment('b', 'requested', null, 'python')];
	expect(getEnrollmentStatus('laravel', enrollments)).toEqual({ step: 'learning', percent: 0 });
	expect([...getProgressByCourseId(enrollments)]).toEqual([['laravel', 0]]);
});

test('reports a request that goes on rather than an ended one', () => {
	for (const state of ['requested', 'awaiting_payment', 'paid'] as const) {
		const pending = newEnrollment('b', state);
		expect(getEnrollmentStatus('laravel', [newEnrollment('a', 'cancelled'), pending])).toMatchObject({
			step: 'request',
			enrollment: pending,
		});
	}
	const refunded = newEnrollment('b', 'refunded');
	expect(getEnrollmentStatus('laravel', [refunded, newEnrollment('a', 'cancelled')])).toEqual({
		step: 'request',
		enrollment: refunded,
		request: 'refunded',
	});
	expect(getEnrollmentStatus('python', [newEnrollment('a', 'requested')])).toBeNull();
});

test('prefers an active course to a later request', () => {
	expect(getEnrollmentStatus('laravel', [newEnrollment('b', 'requested'), newEnrollment('a', 'active', 40)])).toEqual({
		step: 'learning',
		percent: 40,
	});
});
