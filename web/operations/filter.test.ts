import { expect, test } from 'vitest';
import { parseUserFilter, usersPath } from './filter.ts';

test('round-trips a filter through the address', () => {
	const filter = { state: 'suspended', q: 'ada & co' } as const;
	const [, search] = usersPath(filter).split('?');
	expect(parseUserFilter(new URLSearchParams(search))).toEqual(filter);
	expect(usersPath({ state: null, q: '' })).toBe('/dashboard/admin/accounts');
});

test('ignores invalid parameters', () => {
	expect(parseUserFilter(new URLSearchParams('state=rich&q=%00%20'))).toEqual({ state: null, q: '' });
});
