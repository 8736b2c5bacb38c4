import { beforeEach, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../testing/clock.ts';
import { type Budgets, createBudgets } from './budgets.ts';

let clock: FakeClock;
let budgets: Budgets;

/** Ten units, one a second. */
const budget = { most: 10, window: 10_000 };
const spend = (cost: number, caller = 'ada') => budgets.spend(caller, budget, cost);
const tooMany = (retryAfter: number) => expect.objectContaining({ code: 'too_many', retryAfter });

beforeEach(() => {
	clock = fakeClock();
	budgets = createBudgets({ clock });
});

test('allows as much as a full budget holds, and not one unit more', () => {
	spend(10);
	expect(() => spend(1)).toThrow(tooMany(1));
	spend(10, 'musa');
	expect(() => spend(11, 'bola')).toThrow(tooMany(1));
});

test('fills up again with time, but not beyond its size', () => {
	spend(10);
	clock.advance(999);
	expect(() => spend(1)).toThrow(tooMany(1));
	clock.advance(1);
	spend(1);
	clock.advance(60_000);
	spend(10);
	expect(() => spend(4)).toThrow(tooMany(4));
});

test('takes nothing for what it refuses', () => {
	spend(8);
	expect(() => spend(3)).toThrow(tooMany(1));
	spend(2);
});

test('charges what showed later beyond what is left, and refuses until it has come in', () => {
	spend(10);
	budgets.charge('ada', budget, 5);
	clock.advance(5000);
	expect(() => spend(1)).toThrow(tooMany(1));
	clock.advance(1000);
	spend(1);
});

test('takes nothing away where the clock is set back', () => {
	spend(9);
	clock.advance(-60_000);
	spend(1);
	expect(() => spend(1)).toThrow(tooMany(1));
});

test('remembers 100,000 callers: past that the one seen least recently starts anew', () => {
	spend(10, 'first');
	spend(10, 'second');
	for (let index = 2; index < 100_000; index += 1) spend(10, `caller ${index}`);
	expect(() => spend(1, 'first')).toThrow(tooMany(1));
	// Seen again, it is no longer the oldest.
	budgets.charge('first', budget, 0);
	spend(10, 'one more');
	expect(() => spend(1, 'first')).toThrow(tooMany(1));
	spend(10, 'second');
});
