import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { type CallBudgets, createCallBudgets } from './budgets.ts';

let clock: FakeClock;
let budgets: CallBudgets;

/** Budget of ten units, which refills by one unit per second. */
const budget = { most: 10, window: 10_000 };
const spend = (cost: number, caller = 'ada') => budgets.spend(caller, budget, cost);
const tooMany = (retryAfter: number) => expect.objectContaining({ code: 'too_many', retryAfter });

beforeEach(() => {
	clock = createFakeClock();
	budgets = createCallBudgets({ clock });
});

test('allows a full budget and not one unit more', () => {
	spend(10);
	expect(() => spend(1)).toThrow(tooMany(1));
	spend(10, 'musa');
	expect(() => spend(11, 'bola')).toThrow(tooMany(1));
});

test('refills with time, up to its size', () => {
	spend(10);
	clock.advance(999);
	expect(() => spend(1)).toThrow(tooMany(1));
	clock.advance(1);
	spend(1);
	clock.advance(60_000);
	spend(10);
	expect(() => spend(4)).toThrow(tooMany(4));
});

test('spends nothing if it rejects a call', () => {
	spend(8);
	expect(() => spend(3)).toThrow(tooMany(1));
	spend(2);
});

test('charges more than is left and rejects calls until it has refilled', () => {
	spend(10);
	budgets.charge('ada', budget, 5);
	clock.advance(5000);
	expect(() => spend(1)).toThrow(tooMany(1));
	clock.advance(1000);
	spend(1);
});

test('keeps its units if the clock is set back', () => {
	spend(9);
	clock.advance(-60_000);
	spend(1);
	expect(() => spend(1)).toThrow(tooMany(1));
});

test('evicts the least recently seen of more than 100,000 callers', () => {
	spend(10, 'first');
	spend(10, 'second');
	for (let index = 2; index < 100_000; index += 1) spend(10, `caller ${index}`);
	expect(() => spend(1, 'first')).toThrow(tooMany(1));
	// A charge of 0 makes `first` the most recently seen caller.
	budgets.charge('first', budget, 0);
	spend(10, 'one more');
	expect(() => spend(1, 'first')).toThrow(tooMany(1));
	spend(10, 'second');
});
