import { expect, test } from 'vitest';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { getEnrollmentStatus, progressByCourse } from './enrollment-status.ts';

const one = (id: string, state: EnrollmentState, progress: number | null = null, course_id = 'laravel') => ({
	id,
	course_id,
	state,
	progress,
});

test('nothing learned is a value; a course that is not learned has none', () => {
	const mine = [one('a', 'active', 0), one('b', 'requested', null, 'python')];
	expect(getEnrollmentStatus('laravel', mine)).toEqual({ step: 'learning', percent: 0 });
	expect([...progressByCourse(mine)]).toEqual([['laravel', 0]]);
});

test('a request under way is told, one that ended is not', () => {
	for (const state of ['requested', 'awaiting_payment', 'paid'] as const) {
		expect(getEnrollmentStatus('laravel', [one('a', 'cancelled'), one('b', state)])).toEqual({
			step: 'waiting',
			id: 'b',
			state,
		});
	}
	expect(getEnrollmentStatus('laravel', [one('a', 'cancelled'), one('b', 'refunded')])).toBeNull();
	expect(getEnrollmentStatus('python', [one('a', 'requested')])).toBeNull();
});

test('what is learned outweighs what was asked for since', () => {
	expect(getEnrollmentStatus('laravel', [one('b', 'requested'), one('a', 'active', 40)])).toEqual({
		step: 'learning',
		percent: 40,
	});
});
