import { expect, test } from 'vitest';
import {
	auditPath,
	casesPath,
	emptyCaseFilter,
	parseAuditFilter,
	parseCaseFilter,
	toAuditQuery,
	toCaseQuery,
} from './filter.ts';

const paramsOf = (path: string) => new URL(path, 'http://localhost').searchParams;

test('an address and its filter of cases say the same', () => {
	const filter = { kind: 'comment', reason: 'payment_first', appeals: true } as const;
	expect(parseCaseFilter(paramsOf(casesPath(filter)))).toEqual(filter);
	expect(casesPath(emptyCaseFilter)).toBe('/dashboard/admin/reports');
	expect(toCaseQuery(emptyCaseFilter)).toEqual({});
});

test('what an address makes up is left away', () => {
	const params = new URLSearchParams({ kind: 'toString', reason: 'because', appeals: 'yes' });
	expect(parseCaseFilter(params)).toEqual(emptyCaseFilter);
});

test('an address and its filter of the audit log say the same', () => {
	const filter = { action: 'enrollment.confirm', userName: 'ada' };
	expect(parseAuditFilter(paramsOf(auditPath(filter)))).toEqual(filter);
	expect(toAuditQuery({ action: '', userName: '' })).toEqual({});
	expect(auditPath({ action: '', userName: '' })).toBe('/dashboard/admin/audit');
});

test('a name is taken as people write it, and no longer than the API takes it', () => {
	const params = new URLSearchParams({ action: 'x'.repeat(80), user_name: ' @ada\u202e\u0000 ' });
	expect(parseAuditFilter(params)).toEqual({ action: 'x'.repeat(60), userName: 'ada' });
});
