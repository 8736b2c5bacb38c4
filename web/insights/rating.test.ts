import { expect, test } from 'vitest';
import { formatWebVital, rateWebVital } from './rating.ts';

test.each([
	['LCP', 2500, 'good'],
	['LCP', 2501, 'needs work'],
	['LCP', 4001, 'poor'],
	['INP', 200, 'good'],
	['INP', 500, 'needs work'],
	['INP', 501, 'poor'],
	['CLS', 100, 'good'],
	['CLS', 250, 'needs work'],
	['CLS', 251, 'poor'],
] as const)('%s of %d is %s', (name, value, rating) => {
	expect(rateWebVital(name, value)).toBe(rating);
});

test('formats values with their units', () => {
	expect([formatWebVital('LCP', 2449), formatWebVital('INP', 180), formatWebVital('CLS', 83)]).toEqual([
		'2.4 s',
		'180 ms',
		'0.08',
	]);
});
