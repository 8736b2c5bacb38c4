import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Progress } from '../../contract/courses/courses.ts';
import { addOrReplaceProgressChange, type ProgressChange, parseProgressChanges } from './pending-progress.ts';
import { applyProgressChanges } from './use-course-progress.ts';

const noProgress: Progress = { course_id: 'laravel', percent: 0, done: [], next: 1, passed: [], certificate: null };
const tick = (module: number, done = true, course_id = 'laravel', account = 1): ProgressChange => ({
	account,
	course_id,
	module,
	done,
});

test('applies pending changes of the same course only', () => {
	expect(applyProgressChanges(noProgress, [tick(1), tick(3), tick(2, true, 'python')], 3)).toEqual({
		...noProgress,
		percent: 66,
		done: [1, 3],
		next: 2,
	});
	const half = { ...noProgress, percent: 50, done: [1], next: 2 };
	expect(applyProgressChanges(half, [tick(1, false)], 2)).toEqual(noProgress);
});

test('reaches 100 % without a next module and keeps the server’s certificate', () => {
	const all = applyProgressChanges({ ...noProgress, percent: 50, done: [1], next: 2 }, [tick(2)], 2);
	expect(all).toMatchObject({ percent: 100, next: null, certificate: null });
	const certified = { ...noProgress, percent: 100, done: [1, 2], next: null, certificate: 'KSW-1' };
	expect(applyProgressChanges(certified, [tick(2, false)], 2)).toMatchObject({
		certificate: 'KSW-1',
		next: 2,
		percent: 50,
	});
});

test('keeps only the last change per module and account', () => {
	const ticks = [tick(1), tick(2), tick(1, false), tick(1, true, 'laravel', 2)].reduce<ProgressChange[]>(
		addOrReplaceProgressChange,
		[],
	);
	expect(ticks).toEqual([tick(2), tick(1, false), tick(1, true, 'laravel', 2)]);
});

test('ends with the last change of each module for any sequence', () => {
	const anyTick = fc.record({ module: fc.integer({ min: 1, max: 8 }), done: fc.boolean() });
	fc.assert(
		fc.property(fc.array(anyTick), (changes) => {
			const ticks = changes
				.map(({ module, done }) => tick(module, done))
				.reduce<ProgressChange[]>(addOrReplaceProgressChange, []);
			const { done, next, percent } = applyProgressChanges(noProgress, ticks, 8);
			const last = new Map(changes.map((change) => [change.module, change.done]));
			expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8].filter((module) => last.get(module)));
			expect(percent).toBe(Math.floor((done.length * 100) / 8));
			expect(next === null).toBe(percent === 100);
		}),
	);
});

test('ignores invalid stored values', () => {
	expect(parseProgressChanges({})).toBeNull();
	expect(parseProgressChanges([null, 7, { account: 1 }, tick(2)])).toEqual([tick(2)]);
});
