import { expect, test } from 'vitest';
import { cautionWeight, fullWeight, type Reporter, weighReport } from './report-weight.ts';

const week = 7 * 86_400_000;
const trusted: Reporter = {
	isEmailVerified: true,
	age: week,
	hasReported: false,
	isRelated: false,
	dismissed: 0,
	upheld: 0,
};

test('counts a report of an older, confirmed account fully, and needs three of them for a warning', () => {
	expect(weighReport(trusted)).toEqual({ weight: fullWeight, weight_reason: null });
	expect(cautionWeight / fullWeight).toBe(3);
});

test.each([
	['unconfirmed', { isEmailVerified: false }],
	['new', { age: week - 1 }],
	['repeated', { hasReported: true }],
	['related', { isRelated: true }],
] as const)('does not count a report that is %s', (weight_reason, change) => {
	expect(weighReport({ ...trusted, ...change })).toEqual({ weight: 0, weight_reason });
});

test.each([
	{ dismissed: 1, upheld: 0, weight: 50 },
	{ dismissed: 2, upheld: 0, weight: 25 },
	{ dismissed: 3, upheld: 0, weight: 0 },
	{ dismissed: 3, upheld: 2, weight: 50 },
	{ dismissed: 3, upheld: 3, weight: 100 },
	{ dismissed: 0, upheld: 5, weight: 100 },
])('counts $weight % after $dismissed dismissals and $upheld upheld reports', ({ weight, ...record }) => {
	const reason = weight === 100 ? null : 'dismissed';
	expect(weighReport({ ...trusted, ...record })).toEqual({ weight, weight_reason: reason });
});
