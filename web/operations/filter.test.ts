import { expect, test } from 'vitest';
import { userFilterIn, usersPath } from './filter.ts';

test('a filter and its address mean the same', () => {
	const filter = { state: 'suspended', q: 'ada & co' } as const;
	const [, search] = usersPath(filter).split('?');
	expect(userFilterIn(new URLSearchParams(search))).toEqual(filter);
	expect(usersPath({ state: null, q: '' })).toBe('/dashboard/admin/accounts');
});

test('an address that says nothing we know finds everybody', () => {
	expect(userFilterIn(new URLSearchParams('state=rich&q=%00%20'))).toEqual({ state: null, q: '' });
});
