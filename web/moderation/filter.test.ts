import { expect, test } from 'vitest';
import {
	auditPath,
	casesPath,
	emptyCaseFilter,
	parseAuditFilter,
	parseCaseFilter,
	toAuditQueryParams,
	toCaseQueryParams,
} from './filter.ts';

const parseParams = (path: string) => new URL(path, 'http://localhost').searchParams;

test('round-trips a case filter through the address', () => {
	const filter = { kind: 'comment', reason: 'payment_first', appeals: true } as const;
	expect(parseCaseFilter(parseParams(casesPath(filter)))).toEqual(filter);
	expect(casesPath(emptyCaseFilter)).toBe('/dashboard/admin/reports');
	expect(toCaseQueryParams(emptyCaseFilter)).toEqual({});
});

test('ignores invalid parameters', () => {
	const params = new URLSearchParams({ kind: 'toString', reason: 'because', appeals: 'yes' });
	expect(parseCaseFilter(params)).toEqual(emptyCaseFilter);
});

test('round-trips an audit filter through the address', () => {
	const filter = { action: 'enrollment.confirm', userName: 'ada' };
	expect(parseAuditFilter(parseParams(auditPath(filter)))).toEqual(filter);
	expect(toAuditQueryParams({ action: '', userName: '' })).toEqual({});
	expect(auditPath({ action: '', userName: '' })).toBe('/dashboard/admin/audit');
});

test('normalizes a user name and limits lengths to the API’s', () => {
	const params = new URLSearchParams({ action: 'x'.repeat(80), user_name: ' @ada\u202e\u0000 ' });
	expect(parseAuditFilter(params)).toEqual({ action: 'x'.repeat(60), userName: 'ada' });
});
