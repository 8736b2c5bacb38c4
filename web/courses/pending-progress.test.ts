import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Progress } from '../../contract/courses.ts';
import { type ProgressChange, parseProgressChanges, withProgressChange } from './pending-progress.ts';
import { applyProgressChanges } from './use-course-progress.ts';

const none: Progress = { course_id: 'laravel', percent: 0, done: [], next: 1, certificate: null };
const tick = (module: number, done = true, course_id = 'laravel', account = 1): ProgressChange => ({
	account,
	course_id,
	module,
	done,
});

test('what waits counts at once, and other courses do not', () => {
	expect(applyProgressChanges(none, [tick(1), tick(3), tick(2, true, 'python')], 3)).toEqual({
		...none,
		percent: 66,
		done: [1, 3],
		next: 2,
	});
	const half = { ...none, percent: 50, done: [1], next: 2 };
	expect(applyProgressChanges(half, [tick(1, false)], 2)).toEqual(none);
});

test('all done is 100 with nothing next; the certificate is the server’s to give, and stays', () => {
	const all = applyProgressChanges({ ...none, percent: 50, done: [1], next: 2 }, [tick(2)], 2);
	expect(all).toMatchObject({ percent: 100, next: null, certificate: null });
	const certified = { ...none, percent: 100, done: [1, 2], next: null, certificate: 'KSW-1' };
	expect(applyProgressChanges(certified, [tick(2, false)], 2)).toMatchObject({
		certificate: 'KSW-1',
		next: 2,
		percent: 50,
	});
});

test('only the last word on a module is kept', () => {
	const ticks = [tick(1), tick(2), tick(1, false), tick(1, true, 'laravel', 2)].reduce<ProgressChange[]>(
		withProgressChange,
		[],
	);
	expect(ticks).toEqual([tick(2), tick(1, false), tick(1, true, 'laravel', 2)]);
});

test('any order of ticks ends where the last of each module says', () => {
	const anyTick = fc.record({ module: fc.integer({ min: 1, max: 8 }), done: fc.boolean() });
	fc.assert(
		fc.property(fc.array(anyTick), (given) => {
			const ticks = given
				.map(({ module, done }) => tick(module, done))
				.reduce<ProgressChange[]>(withProgressChange, []);
			const { done, next, percent } = applyProgressChanges(none, ticks, 8);
			const last = new Map(given.map((each) => [each.module, each.done]));
			expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8].filter((module) => last.get(module)));
			expect(percent).toBe(Math.floor((done.length * 100) / 8));
			expect(next === null).toBe(percent === 100);
		}),
	);
});

test('the storage may hold anything', () => {
	expect(parseProgressChanges({})).toBeNull();
	expect(parseProgressChanges([null, 7, { account: 1 }, tick(2)])).toEqual([tick(2)]);
});
